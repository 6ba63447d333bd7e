import {
  defaultMinIntervalSeconds,
  newWatchBody,
  newWatchRules,
  type WatchCondition,
} from '@assay/catalog/bodies/new-watch';
import { readBody } from '@assay/catalog/bodies/read-body';
import { defaultMinLevel } from '@assay/catalog/bodies/level-field';
import type { Catalog } from '@assay/catalog/catalog';
import { reaches, type DataType, type Level } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { urlRejections, type UrlCheck, type UrlRejection } from '@assay/egress/url';
import { Fault } from '@assay/faults/faults';
import { misfitOf } from './condition.ts';

/** A valid and normalized request for a watch. */
export type WatchRequest = {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  readonly condition: WatchCondition | undefined;
  /** The level below which a re-verification causes no notification. */
  readonly minLevel: Level;
  readonly webhookUrl: string;
  readonly minIntervalSeconds: number;
  readonly watchedAddress: string;
};

/** The dependencies of reading a watch. */
export type WatchReading = {
  readonly catalog: Catalog;
  /** Checks a webhook URL and resolves its name. */
  readonly registerUrl: (url: string) => Promise<UrlCheck>;
  /**
   * Number of configured nodes of the chain. Without a node, nothing would ever detect a change. With one node, nothing
   * can confirm what it states.
   */
  readonly nodeCount: number;
};

/**
 * Returns the fault for an invalid watch.
 *
 * @param options mendable: whether the same request may be accepted later.
 */
export function rejected(message: string, options: { readonly mendable?: boolean } = {}): Fault {
  return new Fault('WATCH_REJECTED', message, options);
}

/** Reasons for refusing a URL that the owner of its host can remove, so that the same URL is accepted later. */
const mendableUrls: ReadonlySet<UrlRejection> = new Set(['unresolved', 'address']);

/**
 * Returns the watch that a body describes. Throws WATCH_REJECTED with a message about the first error, and OVERLOADED
 * when too many URLs are being checked.
 */
export async function readWatch(
  body: Readonly<Record<string, unknown>>,
  { catalog, registerUrl, nodeCount }: WatchReading,
): Promise<WatchRequest> {
  const fields = readBody(bodySchema(catalog), body, newWatchRules);
  const type = watchableType(fields.type, catalog);
  const params = readParams(fields.params, type);
  const { condition, webhookUrl } = fields;
  const { minLevel = defaultMinLevel, minIntervalSeconds = defaultMinIntervalSeconds } = fields;
  const misfit = condition && misfitOf(condition, type);
  if (misfit !== undefined) {
    throw rejected(misfit);
  }
  requireReachable(minLevel, type);
  await checkWebhookUrl(webhookUrl, registerUrl);
  requireNodes(type, minLevel, nodeCount);
  const watchedAddress = params[type.watchedParam] ?? '';
  return { type: type.id, params, condition, minLevel, webhookUrl, minIntervalSeconds, watchedAddress };
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

/** Throws WATCH_REJECTED for a minimum level that the type can never reach, because the watch would never notify. */
function requireReachable(minLevel: Level, { id, levelCeiling, levelCeilingReason }: DataType): void {
  if (!reaches(levelCeiling, minLevel)) {
    const reason = levelCeilingReason === null ? '' : ` (${levelCeilingReason})`;
    throw rejected(`"minLevel": ${id} reaches at most "${levelCeiling}"${reason}, so it can never reach "${minLevel}"`);
  }
}

/**
 * Throws WATCH_REJECTED when too few nodes are configured. Every watchable type is read from the chain, so without a
 * node its watch would never notify. With one node, a watch that requires a confirmed datum would never notify.
 */
function requireNodes({ id }: DataType, minLevel: Level, nodeCount: number): void {
  if (nodeCount === 0) {
    const message = `"type": "${id}" cannot be watched: this service has no node of the chain. Ask its operator to set one up`;
    throw rejected(message, { mendable: true });
  }
  if (nodeCount === 1 && minLevel !== defaultMinLevel) {
    const message = `"minLevel": this service reads the chain from one node, so ${id} can never reach "${minLevel}"; leave "minLevel" out, or ask the operator to set up a second node`;
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
    throw rejected(`"webhookUrl": ${urlRejections[check.reason]}${remedyOf(check.reason, url)}`, {
      mendable: mendableUrls.has(check.reason),
    });
  }
}

/**
 * Returns what would make a refused URL acceptable, or an empty text. People who run the service on one machine often try a
 * receiver on that machine first.
 */
function remedyOf(reason: UrlRejection, url: string): string {
  if (reason === 'address') {
    return '; the operator of the service can allow a network in ASSAY_EGRESS_ALLOW';
  }
  return reason === 'name' && new URL(url).hostname === 'localhost'
    ? '; for a receiver on the machine of the service, write 127.0.0.1'
    : '';
}
