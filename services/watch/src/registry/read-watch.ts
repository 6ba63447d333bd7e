import {
  defaultMinIntervalSeconds,
  newWatchBody,
  newWatchRules,
  type WatchCondition,
} from '@assay/catalog/bodies/new-watch';
import { readBody } from '@assay/catalog/bodies/read-body';
import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { urlRejections, type UrlCheck, type UrlRejection } from '@assay/egress/url';
import { Fault } from '@assay/faults/faults';
import { misfitOf } from './condition.ts';

/** A valid and normalized request for a watch. */
export type WatchRequest = {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  readonly condition: WatchCondition | undefined;
  readonly webhookUrl: string;
  readonly minIntervalSeconds: number;
  readonly watchedAddress: string;
};

/** The dependencies of reading a watch. */
export type WatchReading = {
  readonly catalog: Catalog;
  /** Checks a webhook URL and resolves its name. */
  readonly registerUrl: (url: string) => Promise<UrlCheck>;
  /** Whether a node of the chain is configured. Without a node, nothing would ever detect a change. */
  readonly hasNodes: boolean;
};

/**
 * Returns the fault for an invalid watch.
 *
 * @param options mendable: whether the same request may be accepted later.
 */
export function rejected(message: string, options: { readonly mendable?: boolean } = {}): Fault {
  return new Fault('WATCH_REJECTED', message, options);
}

/** Reasons that the owner of the webhook's host can remove without a change of the URL. */
const mendableUrls: ReadonlySet<UrlRejection> = new Set(['unresolved', 'address']);

/**
 * Returns the watch that a body describes. Throws WATCH_REJECTED with a message about the first error, and OVERLOADED
 * when too many URLs are being checked.
 */
export async function readWatch(
  body: Readonly<Record<string, unknown>>,
  { catalog, registerUrl, hasNodes }: WatchReading,
): Promise<WatchRequest> {
  const fields = readBody(bodySchema(catalog), body, newWatchRules);
  const type = watchableType(fields.type, catalog);
  const params = readParams(fields.params, type);
  const { condition, webhookUrl, minIntervalSeconds = defaultMinIntervalSeconds } = fields;
  const misfit = condition && misfitOf(condition, type);
  if (misfit !== undefined) {
    throw rejected(misfit);
  }
  await checkWebhookUrl(webhookUrl, registerUrl);
  requireNode(type, hasNodes);
  const watchedAddress = params[type.watchedParam] ?? '';
  return { type: type.id, params, condition, webhookUrl, minIntervalSeconds, watchedAddress };
}

const schemas = new WeakMap<Catalog, ReturnType<typeof newWatchBody>>();

/**
 * Returns the schema of a catalog's watches from a cache, because creating a schema takes far longer than parsing with
 * it.
 */
function bodySchema(catalog: Catalog): ReturnType<typeof newWatchBody> {
  const schema = schemas.get(catalog) ?? newWatchBody(catalog);
  schemas.set(catalog, schema);
  return schema;
}

type WatchableType = DataType & { readonly watchedParam: string };

/** Returns a type that the schema of the body has accepted. */
function watchableType(id: string, catalog: Catalog): WatchableType {
  const type = catalog.get(id);
  if (type?.watchedParam === undefined) {
    throw rejected(`"type": "${id}" cannot be watched`);
  }
  return { ...type, watchedParam: type.watchedParam };
}

/** Every watchable type is read from the chain, so without a node its watch would never notify. */
function requireNode({ id }: DataType, hasNodes: boolean): void {
  if (!hasNodes) {
    const message = `"type": "${id}" cannot be watched: this service has no node of the chain. Ask its operator to set one up`;
    throw rejected(message, { mendable: true });
  }
}

function readParams(
  rawParams: Readonly<Record<string, unknown>>,
  type: WatchableType,
): Readonly<Record<string, string>> {
  const parsed = parseParams(type, rawParams);
  if (!parsed.ok) {
    throw rejected(`"params": ${parsed.message}`);
  }
  return parsed.params;
}

async function checkWebhookUrl(url: string, registerUrl: (url: string) => Promise<UrlCheck>): Promise<void> {
  const check = await registerUrl(url);
  if (!check.ok) {
    // The address of a receiver on the same machine is refused by default. People who run the service on one machine
    // often try that first.
    const remedy =
      check.reason === 'address' ? '; the operator of the service can allow a network in ASSAY_EGRESS_ALLOW' : '';
    throw rejected(`"webhookUrl": ${urlRejections[check.reason]}${remedy}`, {
      mendable: mendableUrls.has(check.reason),
    });
  }
}
