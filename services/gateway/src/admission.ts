import { Fault } from '@assay/faults/faults';
import { withinTimeout } from '@assay/rpc/context';
import { isWellFormedApiKey, hashApiKey } from '@assay/service/api-key';
import type { AdmitResponse__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { IncomingHttpHeaders } from 'node:http';
import type { ConfirmationQueue } from './confirmation-queue.ts';
import { insufficientCredits } from './credits.ts';
import type { Hold } from './metered-call.ts';
import type { NegativeKeyCache } from './negative-key-cache.ts';
import type { AdmittedCaller, ApiCall } from './route.ts';
import type { BillingClient } from './service-clients.ts';

/** The state of a key's rate limit after billing counted a request. */
export type Limits = {
  /** Requests per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window, rounded up. */
  readonly resetSeconds: number;
};

/** Admission control: checks the key of a request, counts the request, and takes its hold if it is known by then. */
export type AdmissionControl = {
  /** Returns the SHA-256 of the request's key. Throws INVALID_KEY for a key that is missing or known to be invalid. */
  readonly keyOf: (headers: IncomingHttpHeaders) => Buffer;
  /**
   * Admits a request with one call to billing.
   * @param onLimits receives the limits as soon as billing has counted the request, whether or not it is admitted.
   * Throws INVALID_KEY, RATE_LIMIT, INSUFFICIENT_CREDITS with the balance, or the fault of an unavailable billing.
   */
  readonly admit: (
    call: ApiCall,
    keySha256: Buffer,
    hold: Hold | undefined,
    onLimits: (limits: Limits) => void,
  ) => Promise<AdmittedCaller>;
};

const keyInstruction = 'send a valid API key as "Authorization: Bearer <key>" or "x-api-key: <key>"';
const docsHint = 'the documentation is at /docs';
const bearerPattern = /^bearer +(\S+) *$/i;
const admitTimeoutMs = 3_000;

/** Creates admission control over billing's Admit. */
export function createAdmissionControl(options: {
  readonly admit: BillingClient['Admit'];
  readonly negativeKeyCache: NegativeKeyCache;
  readonly confirmations: Pick<ConfirmationQueue, 'undelivered'>;
}): AdmissionControl {
  const { negativeKeyCache } = options;
  return {
    keyOf: (headers) => {
      const key = sentKey(headers);
      if (key === undefined) {
        throw new Fault('INVALID_KEY', `no API key was sent: ${keyInstruction}; ${docsHint}`);
      }
      if (!isWellFormedApiKey(key)) {
        throw invalidKey();
      }
      const keySha256 = hashApiKey(key);
      if (negativeKeyCache.has(keySha256)) {
        throw invalidKey();
      }
      return keySha256;
    },
    admit: async (call, keySha256, hold, onLimits) => {
      let response: AdmitResponse__Output;
      try {
        response = await options.admit(
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
        throw thrown;
      }
      if (response.admission === 'ADMISSION_INVALID_KEY') {
        negativeKeyCache.add(keySha256);
        throw invalidKey();
      }
      onLimits({
        limit: response.limit,
        remaining: response.remaining,
        resetSeconds: Math.ceil(response.reset_ms / 1_000),
      });
      return admittedOrFault(response, hold);
    },
  };
}

function admittedOrFault(response: AdmitResponse__Output, hold: Hold | undefined): AdmittedCaller {
  const balanceMicros = BigInt(response.balance_micros);
  switch (response.admission) {
    case 'ADMISSION_ADMITTED':
      return { accountId: response.account_id, balanceMicros };
    case 'ADMISSION_RATE_LIMITED':
      throw new Fault('RATE_LIMIT', `rate limit exceeded: ${response.limit}/min`);
    case 'ADMISSION_INSUFFICIENT_CREDITS':
      throw insufficientCredits(hold?.micros ?? 0n, balanceMicros);
    default:
      throw new Fault('INTERNAL', undefined, { cause: new Error(`billing answered ${response.admission}`) });
  }
}

/** Returns the key that a request carries. The bearer token wins, even if it is invalid and the other header is not. */
function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = headers.authorization === undefined ? undefined : bearerPattern.exec(headers.authorization)?.[1];
  const plain = headers['x-api-key'];
  return bearer ?? (typeof plain === 'string' && plain !== '' ? plain.trim() : undefined);
}

function invalidKey(): Fault {
  return new Fault('INVALID_KEY', `this API key is not valid: ${keyInstruction}; ${docsHint}`);
}
