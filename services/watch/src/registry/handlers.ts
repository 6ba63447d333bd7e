import type { Context } from '@opentelemetry/api';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import type { DataType } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { CreateWatchResponse } from '@assay/rpc/gen/assay/watch/v1/CreateWatchResponse';
import type { Watch } from '@assay/rpc/gen/assay/watch/v1/Watch';
import type { WebhookAttempt } from '@assay/rpc/gen/assay/watch/v1/WebhookAttempt';
import type { WatchServiceDefinition } from '@assay/rpc/gen/assay/watch/v1/WatchService';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { datumOf, type VerifiedAnswer } from '@assay/rpc/verified-answer';
import { hashBase62, randomBase62 } from '@assay/identifiers/base62';
import { randomBytes } from 'node:crypto';
import { decodeCursor, pageOf, pageSizeOf, timePattern } from '@assay/storage/page';
import type { Sealer } from '@assay/storage/sealing';
import { toProtoParams, type MessageParams } from '@assay/rpc/params';
import { toProtoCondition } from '@assay/rpc/watch-condition';
import { mayBeUnread, unreadReason } from './unread-condition.ts';
import { readWatch, rejected, type WatchReading } from './read-watch.ts';
import type { SealedWatch, WatchRow, WatchStore } from './store.ts';
import { parseStoredParams } from './stored-params.ts';

/** Dependencies of the registry. */
export type RegistryPorts = WatchReading & {
  readonly store: WatchStore;
  readonly secretKeys: Pick<Sealer, 'seal' | 'open'>;
  /** Reads an address that was never polled, so that every change after the response is detected. Never rejects. */
  readonly readBaseline: (address: string) => Promise<void>;
  /** Maximum number of watches of one account. */
  readonly maxWatches: number;
  /**
   * Verifies a datum for a new watch whose condition may be about an unreadable field. Nobody pays for this
   * verification.
   */
  readonly verify: (request: {
    readonly type: DataType;
    readonly params: Readonly<Record<string, string>>;
    readonly accountId: string;
  }) => Promise<VerifiedAnswer>;
};

const idCharacters = 22;
const secretBytes = 32;
const accountPattern = /^[!-~]{1,100}$/;
const idPattern = /^w_[0-9A-Za-z]{22}$/;

/** Creates the handlers of the registry. Each call can only reach the account that it names. */
export function createHandlers(
  ports: RegistryPorts,
): Pick<ServiceHandlers<WatchServiceDefinition>, 'CreateWatch' | 'ListWatches' | 'BrowseWatches' | 'DeleteWatch'> {
  return {
    CreateWatch: async ({ account_id, body_json, creation_id }) => {
      requireAccount(account_id);
      const id = watchIdOf(account_id, creation_id);
      const findEarlier = async (): Promise<CreateWatchResponse | undefined> => {
        const earlier = creation_id === '' ? undefined : await ports.store.find(account_id, id);
        return earlier === undefined ? undefined : createdEarlier(earlier, ports);
      };
      const earlier = await findEarlier();
      if (earlier !== undefined) {
        return earlier;
      }
      const request = await readWatch(readBody(body_json), ports);
      const webhookSecret = `whsec_${randomBytes(secretBytes).toString('base64url')}`;
      const secret = ports.secretKeys.seal(webhookSecret, id);
      const row = await ports.store.insert({ ...request, id, accountId: account_id, secret }, ports.maxWatches);
      if (row === undefined) {
        const concurrent = await findEarlier();
        if (concurrent !== undefined) {
          return concurrent;
        }
        const message = `an account may have at most ${ports.maxWatches} watches; delete one before you create another`;
        throw rejected(message, { mendable: true });
      }
      const [noted] = await Promise.all([
        noteIfUnread(row, account_id, request.condition, ports),
        ports.readBaseline(request.watchedAddress),
      ]);
      return { watch: watchOf(noted), webhook_secret: webhookSecret };
    },
    ListWatches: async (request, context) => {
      const { account_id, page_size, cursor } = request;
      requireAccount(account_id);
      if (page_size > 0 || cursor !== '') {
        return readPage(request, ports.store, [context.trace]);
      }
      const rows = await ports.store.list(account_id, [context.trace]);
      return { watches: rows.map(watchOf), next_cursor: '' };
    },
    BrowseWatches: async (request, context) => {
      if (!accountPattern.test(request.account_id)) {
        throw new Fault('INVALID_PARAM', 'account_id must be the id of an account');
      }
      return readPage(request, ports.store, [context.trace]);
    },
    DeleteWatch: async ({ account_id, watch_id }) => {
      requireAccount(account_id);
      // The database would fail for text with a NUL character, so only well-formed ids reach it.
      return { deleted: idPattern.test(watch_id) && (await ports.store.remove(account_id, watch_id)) };
    },
  };
}

/** Returns a page of the account's watches, oldest first. Throws INVALID_PARAM for a malformed size or cursor. */
async function readPage(
  request: { readonly account_id: string; readonly page_size: number; readonly cursor: string },
  store: Pick<WatchStore, 'browse'>,
  traces: readonly Context[],
): Promise<{ readonly watches: Watch[]; readonly next_cursor: string }> {
  const size = pageSizeOf(request.page_size);
  const [at, id] = decodeCursor(request.cursor, [timePattern, idPattern]) ?? [];
  const after = at === undefined || id === undefined ? undefined : { at, id };
  const found = await store.browse(request.account_id, after, size + 1, traces);
  const { rows, nextCursor } = pageOf(found, size, (row) => [row.position_at, row.id]);
  return { watches: rows.map(watchOf), next_cursor: nextCursor };
}

/**
 * Returns the watch. If its condition needs a field that cannot be read now, the watch states that. A failed
 * verification is ignored, because the first change is verified anyway.
 */
async function noteIfUnread(
  row: WatchRow,
  accountId: string,
  condition: WatchCondition | undefined,
  { catalog, verify, store }: Pick<RegistryPorts, 'catalog' | 'verify' | 'store'>,
): Promise<WatchRow> {
  const type = catalog.get(row.type);
  if (type === undefined || condition === undefined || !mayBeUnread(row.type, condition)) {
    return row;
  }
  try {
    const answer = await verify({ type, params: parseStoredParams(row.params_json), accountId });
    const reason = answer.outcome === 'delivered' ? unreadReason(row.type, condition, datumOf(answer)) : undefined;
    return reason === undefined ? row : ((await store.noteNotEvaluated(row.id, reason)) ?? row);
  } catch {
    return row;
  }
}

/**
 * Returns the id of a new watch. A creation id determines the watch's id, so a repeated request finds the watch of the
 * first one.
 */
function watchIdOf(accountId: string, creationId: string): string {
  const characters =
    creationId === '' ? randomBase62(idCharacters) : hashBase62(`${accountId} ${creationId}`, idCharacters);
  return `w_${characters}`;
}

function createdEarlier(watch: SealedWatch, { secretKeys }: Pick<RegistryPorts, 'secretKeys'>): CreateWatchResponse {
  const sealed = { keyId: watch.secret_key_id, sealed: watch.secret_encrypted };
  return { watch: watchOf(watch), webhook_secret: secretKeys.open(sealed, watch.id) };
}

/** Throws INTERNAL for a call without an account, because such a call would not be limited to one account. */
function requireAccount(accountId: string): void {
  if (accountId === '') {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the call names no account') });
  }
}

function readBody(json: string): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(json);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Fault('INVALID_JSON');
  }
  return body as Readonly<Record<string, unknown>>;
}

/** Returns a stored watch as its owner sees it. The JSON is not checked, so that no invalid watch hides the others. */
function watchOf(row: WatchRow): Watch {
  const condition = row.condition_json === null ? undefined : (JSON.parse(row.condition_json) as WatchCondition);
  return {
    id: row.id,
    type: row.type,
    ...toProtoParams(JSON.parse(row.params_json) as MessageParams, row.params_json),
    ...(condition === undefined ? {} : { condition: toProtoCondition(condition) }),
    // Only a gateway of release 0.1 reads this field. Remove it after release 0.2.
    condition_json: row.condition_json ?? '',
    min_level: row.min_level,
    webhook_url: row.webhook_url,
    min_interval_seconds: row.min_interval_seconds,
    watched_address: row.watched_address,
    created_at: row.created_at.toISOString(),
    last_triggered_at: row.last_triggered_at?.toISOString() ?? '',
    last_delivered_at: row.last_delivered_at?.toISOString() ?? '',
    last_attempt: lastAttemptOf(row),
    not_evaluated:
      row.not_evaluated_at === null
        ? null
        : { at: row.not_evaluated_at.toISOString(), reason: row.not_evaluated_reason ?? '' },
  };
}

const shareMessages: Readonly<Record<string, string>> = {
  destination:
    "the webhook's domain or address already receives the maximum number of notifications; Assay verifies the latest change as soon as the limit allows",
  failed:
    "too many of the account's webhooks failed in this minute; Assay verifies the latest change as soon as the limit allows",
  failed_today:
    "too many of the account's webhooks failed today; Assay verifies the latest change tomorrow (UTC). Watches whose last notification was received are not affected",
  unpaid:
    'too many verifications of the account led to no notification in this minute; Assay verifies the latest change as soon as the limit allows',
};

/**
 * Returns the last attempt. While the latest change waits because a share is exhausted, returns an attempt that says
 * so.
 */
function lastAttemptOf(row: WatchRow): WebhookAttempt | null {
  if (row.waiting_share !== null && row.waiting_since !== null) {
    const error = shareMessages[row.waiting_share] ?? '';
    return { at: row.waiting_since.toISOString(), outcome: 'deferred', http_status: 0, error };
  }
  return row.last_attempt_at === null
    ? null
    : {
        at: row.last_attempt_at.toISOString(),
        outcome: row.last_attempt_outcome ?? '',
        http_status: row.last_attempt_http_status ?? 0,
        error: attemptErrorOf(row),
      };
}

/** Returns the error of the last attempt. After failures in a row it also says until when changes are dropped. */
function attemptErrorOf({
  last_attempt_error: error,
  failures_in_row: failures,
  paused_until: until,
}: WatchRow): string {
  const pause = `after ${failures} failures in a row, changes are dropped until ${until?.toISOString() ?? ''}`;
  return [error, until === null ? null : pause].filter((text) => text !== null).join('; ');
}
