import { cleanText } from '@assay/faults/clean-text';
import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { urlRejections, type UrlCheck, type UrlRejection } from '@assay/egress/url';
import { Fault } from '@assay/faults/faults';
import { checkCondition, type WatchCondition } from './condition.ts';

/** A valid request for a watch, in normal form. */
export type WatchRequest = {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  readonly condition: WatchCondition | undefined;
  readonly webhookUrl: string;
  readonly minIntervalSeconds: number;
  readonly watchedAddress: string;
};

/** What reading a watch depends on. */
export type WatchReading = {
  readonly catalog: Catalog;
  /** Checks a webhook URL and resolves its name. */
  readonly registerUrl: (url: string) => Promise<UrlCheck>;
  /** Whether a node of the chain is configured. Without one nothing would ever detect a change. */
  readonly hasNodes: boolean;
};

/** The fields of a watch. Others are refused: a misspelt "condition" would make the watch unconditional. */
const fields = ['type', 'params', 'condition', 'webhookUrl', 'minIntervalSeconds'];
const defaultMinIntervalSeconds = 30;
const maxMinIntervalSeconds = 86_400;

/**
 * Returns the fault for an invalid watch.
 * @param options mendable: whether the same watch may be accepted later.
 */
export function rejected(message: string, options: { readonly mendable?: boolean } = {}): Fault {
  return new Fault('WATCH_REJECTED', message, options);
}

/** Reasons that the owner of the host can end without a change of the URL. */
const mendableUrls: ReadonlySet<UrlRejection> = new Set(['unresolved', 'address']);

/**
 * Returns the watch that a body describes. Throws WATCH_REJECTED with a message about the first thing that is wrong, and
 * OVERLOADED when too many URLs are being checked.
 */
export async function readWatch(
  body: Readonly<Record<string, unknown>>,
  { catalog, registerUrl, hasNodes }: WatchReading,
): Promise<WatchRequest> {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown !== undefined) {
    throw rejected(`a watch has no field "${cleanText(unknown, 64)}"; it takes ${fields.join(', ')}`);
  }
  const type = readType(body['type'], catalog);
  const params = readParams(body['params'], type);
  const condition = readCondition(body, type);
  const minIntervalSeconds = readMinInterval(body);
  const webhookUrl = await readWebhookUrl(body['webhookUrl'], registerUrl);
  requireNode(type, hasNodes);
  const watchedAddress = params[type.watchedParam] ?? '';
  return { type: type.id, params, condition, webhookUrl, minIntervalSeconds, watchedAddress };
}

type WatchableType = DataType & { readonly watchedParam: string };

function readType(given: unknown, catalog: Catalog): WatchableType {
  const watchable = [...catalog.values()].filter((type): type is WatchableType => type.watchedParam !== undefined);
  const choice = watchable.map(({ id }) => id).join(', ');
  if (typeof given !== 'string') {
    throw rejected(`"type" must be one of the watchable types: ${choice}`);
  }
  const type = watchable.find(({ id }) => id === given);
  if (type === undefined) {
    throw rejected(`"type": "${cleanText(given, 64)}" cannot be watched; these can: ${choice}`);
  }
  return type;
}

/** Every watchable type is read from the chain, so without a node its watch would stay silent for ever. */
function requireNode({ id }: DataType, hasNodes: boolean): void {
  if (!hasNodes) {
    const message = `"type": "${id}" cannot be watched: this service has no node of the chain. Ask its operator to set one up`;
    throw rejected(message, { mendable: true });
  }
}

function readParams(given: unknown, type: WatchableType): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw rejected(
      `"params" must be an object with the parameters of ${type.id}, such as ${JSON.stringify(type.example)}`,
    );
  }
  const parsed = parseParams(type, given as Readonly<Record<string, unknown>>);
  if (!parsed.ok) {
    throw rejected(`"params": ${parsed.message}`);
  }
  return parsed.params;
}

function readCondition(body: Readonly<Record<string, unknown>>, type: DataType): WatchCondition | undefined {
  // Typed clients send null for what they do not set.
  if ((body['condition'] ?? null) === null) {
    return undefined;
  }
  const checked = checkCondition(body['condition'], type);
  if (!checked.ok) {
    throw rejected(checked.message);
  }
  return checked.condition;
}

function readMinInterval(body: Readonly<Record<string, unknown>>): number {
  const given = body['minIntervalSeconds'] ?? defaultMinIntervalSeconds;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 0 || given > maxMinIntervalSeconds) {
    throw rejected('"minIntervalSeconds" must be a whole number from 0 to 86400; the default is 30');
  }
  return given;
}

async function readWebhookUrl(given: unknown, registerUrl: (url: string) => Promise<UrlCheck>): Promise<string> {
  if (typeof given !== 'string') {
    throw rejected('"webhookUrl" must be the http or https URL that notifications are sent to');
  }
  const check = await registerUrl(given);
  if (!check.ok) {
    // Whoever runs the service on one machine tries a receiver there first.
    const remedy =
      check.reason === 'address' ? '; the operator of the service can allow a network in ASSAY_EGRESS_ALLOW' : '';
    throw rejected(`"webhookUrl": ${urlRejections[check.reason]}${remedy}`, {
      mendable: mendableUrls.has(check.reason),
    });
  }
  return given;
}
