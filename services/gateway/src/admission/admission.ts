import { Fault } from '@assay/faults/faults';
import { withinTimeout } from '@assay/rpc/context';
import { isWellFormedApiKey, hashApiKey } from '@assay/identifiers/api-key';
import type { AdmitResponse__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { IncomingHttpHeaders } from 'node:http';
import { billingFault } from '@assay/metering/billing-faults';
import type { ClosedWindows } from './closed-windows.ts';
import type { ConfirmationQueue } from '@assay/metering/confirmation-queue';
import { insufficientCredits } from '@assay/metering/credits';
import type { Hold } from '@assay/metering/hold';
import type { NegativeKeyCache } from './negative-key-cache.ts';
import {
  faultOfRefusal,
  invalidKeyRefusal,
  noKeyRefusal,
  noSchemeRefusal,
  rateLimited,
  type KeyRefusal,
  type Limits,
} from './key-refusal.ts';
import type { AdmittedCaller, ApiCall, KnownCaller } from './api-call.ts';
import type { BillingClient } from '../service-clients.ts';
import type { UnknownKeyLimit } from './unknown-key-limit.ts';

/**
 * Admission control: checks the key of a request and counts the request. If the maximum price of the request is already
 * known, it also takes the hold.
 */
export type AdmissionControl = {
  /**
   * Returns the SHA-256 of the request's key, or the reason for a refusal. Uses only memory. It refuses a missing key,
   * a key that is known to be invalid, and a key that used up its requests of this minute. It also refuses an address
   * that sent too many unknown keys.
   *
   * @param address the remote address of the connection.
   */
  readonly precheck: (headers: IncomingHttpHeaders, address: string) => Precheck;
  /**
   * Admits a request with one call to billing. Throws INVALID_KEY, RATE_LIMIT, INSUFFICIENT_CREDITS with the balance,
   * or the fault of an unavailable billing.
   * @param headerSink receives the limits and the caller as soon as billing has counted the request, even if the
   * request is refused.
   */
  readonly admit: (
    call: ApiCall,
    sender: Sender,
    hold: Hold | undefined,
    headerSink: HeaderSink,
  ) => Promise<AdmittedCaller>;
};

/** The result of the check from memory alone: the SHA-256 of the request's key, or the reason for a refusal. */
export type Precheck = { readonly keySha256: Buffer; readonly refusal?: undefined } | KeyRefusal;

/** The sender of a request: the SHA-256 of its key, and the remote address of its connection. */
export type Sender = { readonly keySha256: Buffer; readonly address: string };

/** Receives the limits, which the response states in its headers, and the caller of the request. */
export type HeaderSink = {
  readonly setLimits: (limits: Limits) => void;
  readonly setCaller: (caller: KnownCaller) => void;
};

/** The dependencies of admission control. */
export type AdmissionOptions = {
  readonly admit: BillingClient['Admit'];
  readonly negativeKeyCache: NegativeKeyCache;
  readonly closedWindows: ClosedWindows;
  readonly unknownKeyLimit: UnknownKeyLimit;
  readonly confirmations: Pick<ConfirmationQueue, 'undelivered'>;
  /** Returns milliseconds on the same clock as that of `closedWindows`. */
  readonly now: () => number;
};

const bearerPattern = /^bearer +(\S+) *$/i;
const admitTimeoutMs = 3_000;

/** Creates admission control that calls billing's method Admit. */
export function createAdmissionControl(options: AdmissionOptions): AdmissionControl {
  return {
    precheck: (headers, address) => precheck(options, headers, address),
    admit: async (call, sender, hold, headerSink) => {
      // The time counts from when the request is sent, which is before billing counts it. So the gateway never refuses
      // the key for too long.
      const sentAtMs = options.now();
      const response = await sendAdmit(options, call, sender.keySha256, hold);
      learn(options, response, sender, sentAtMs);
      if (response.admission === 'ADMISSION_INVALID_KEY') {
        throw faultOfRefusal(invalidKeyRefusal);
      }
      headerSink.setCaller({ accountId: response.account_id, keySha256: sender.keySha256 });
      headerSink.setLimits({
        limit: response.limit,
        remaining: response.remaining,
        resetSeconds: Math.ceil(response.reset_ms / 1_000),
      });
      return admittedOrFault(response, hold);
    },
  };
}

function precheck(options: AdmissionOptions, headers: IncomingHttpHeaders, address: string): Precheck {
  const key = sentKey(headers);
  if (key === undefined) {
    const hasBearer = /^(bearer\b.*)?$/i.test(headers.authorization?.trim() ?? '');
    return hasBearer ? noKeyRefusal : noSchemeRefusal;
  }
  if (!isWellFormedApiKey(key)) {
    return invalidKeyRefusal;
  }
  const keySha256 = hashApiKey(key);
  if (options.negativeKeyCache.has(keySha256)) {
    return invalidKeyRefusal;
  }
  const closed = options.closedWindows.find(keySha256);
  if (closed !== undefined) {
    const { accountId, limits } = closed;
    return { refusal: 'window_full', limits, caller: { accountId, keySha256 } };
  }
  const waitMs = options.unknownKeyLimit.waitMs(address, keySha256);
  return waitMs > 0 ? { refusal: 'unknown_keys', retryAfterSeconds: Math.ceil(waitMs / 1_000) } : { keySha256 };
}

async function sendAdmit(
  options: AdmissionOptions,
  call: ApiCall,
  keySha256: Buffer,
  hold: Hold | undefined,
): Promise<AdmitResponse__Output> {
  try {
    return await options.admit(
      {
        key_sha256: keySha256,
        hold_micros: (hold?.micros ?? 0n).toString(),
        hold_id: hold?.id ?? '',
        trace_id: call.traceId.slice('tr_'.length),
        operation: hold?.operation ?? '',
      },
      withinTimeout(call.context, admitTimeoutMs),
    );
  } catch (thrown) {
    if (hold !== undefined) {
      options.confirmations.undelivered(hold.id);
    }
    throw billingFault(thrown);
  }
}

/** Stores the result of an admission, so that later refusals need no call to billing. */
function learn(options: AdmissionOptions, response: AdmitResponse__Output, sender: Sender, sentAtMs: number): void {
  const { keySha256, address } = sender;
  if (response.admission === 'ADMISSION_INVALID_KEY') {
    options.negativeKeyCache.add(keySha256);
    options.unknownKeyLimit.onUnknown(address);
    return;
  }
  options.unknownKeyLimit.onKnown(keySha256);
  // If the rate limit refused the request, or the key has no request left, billing certainly admits nothing before the
  // reset. No other answer proves this.
  if (response.admission === 'ADMISSION_RATE_LIMITED' || response.remaining === 0) {
    const { account_id: accountId, limit, reset_ms: resetMs } = response;
    options.closedWindows.close(keySha256, { accountId, limit, opensAtMs: sentAtMs + resetMs });
  }
}

function admittedOrFault(response: AdmitResponse__Output, hold: Hold | undefined): AdmittedCaller {
  const balanceMicros = BigInt(response.balance_micros);
  switch (response.admission) {
    case 'ADMISSION_ADMITTED':
      return { accountId: response.account_id, balanceMicros };
    case 'ADMISSION_RATE_LIMITED':
      throw rateLimited(response.limit);
    case 'ADMISSION_INSUFFICIENT_CREDITS':
      throw insufficientCredits(hold?.micros ?? 0n, balanceMicros);
    default:
      throw new Fault('INTERNAL', undefined, { cause: new Error(`billing answered ${response.admission}`) });
  }
}

/**
 * Returns the key of a request. A bearer token takes precedence over the key in the other header, even if only the
 * other key is valid.
 */
export function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = headers.authorization === undefined ? undefined : bearerPattern.exec(headers.authorization)?.[1];
  const plain = headers['x-api-key'];
  return bearer ?? (typeof plain === 'string' && plain !== '' ? plain.trim() : undefined);
}
