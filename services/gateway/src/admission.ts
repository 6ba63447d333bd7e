import { Fault } from '@assay/faults/faults';
import { isWellFormedApiKey, hashApiKey } from '@assay/service/api-key';
import type { AdmitResponse__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { IncomingHttpHeaders } from 'node:http';
import type { Hold } from './metered-call.ts';
import type { Confirmations } from './confirmation-queue.ts';
import { insufficientCredits } from './credits.ts';
import type { Billing } from './service-clients.ts';
import type { RefusedKeys } from './negative-key-cache.ts';
import type { Admitted, Call } from './route.ts';

/** Where the caller stands against the limit of requests, as billing counted. */
export type Limits = {
  /** Requests per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window, rounded up. */
  readonly resetSeconds: number;
};

/** The door: lets requests in by their key, counts them, and takes the hold of those that are known to need one. */
export type Admission = {
  /** The SHA-256 of the key that a request carries. Throws INVALID_KEY when there is none worth asking billing about. */
  readonly keyOf: (headers: IncomingHttpHeaders) => Buffer;
  /**
   * Admits a request, in one question to billing.
   * @param limited told the limits as soon as billing has counted, whatever the answer.
   * Throws INVALID_KEY, RATE_LIMIT, INSUFFICIENT_CREDITS with the balance, or the fault of a billing that is away.
   */
  readonly admit: (
    call: Call,
    keySha256: Buffer,
    hold: Hold | undefined,
    limited: (limits: Limits) => void,
  ) => Promise<Admitted>;
};

const howToSend = 'send a valid API key as "Authorization: Bearer <key>" or "x-api-key: <key>"';
const whereToRead = 'the documentation is at /docs';
const bearerPattern = /^bearer +(\S+) *$/i;
const admitWithinMs = 3_000;

/** Builds the door over billing's Admit. */
export function createAdmission(options: {
  readonly admit: Billing['Admit'];
  readonly refusedKeys: RefusedKeys;
  readonly confirmations: Pick<Confirmations, 'undelivered'>;
}): Admission {
  const { refusedKeys } = options;
  return {
    keyOf: (headers) => {
      const key = sentKey(headers);
      if (key === undefined) {
        throw new Fault('INVALID_KEY', `no API key was sent: ${howToSend}; ${whereToRead}`);
      }
      if (!isWellFormedApiKey(key)) {
        throw invalidKey();
      }
      const keySha256 = hashApiKey(key);
      if (refusedKeys.has(keySha256)) {
        throw invalidKey();
      }
      return keySha256;
    },
    admit: async (call, keySha256, hold, limited) => {
      let answer: AdmitResponse__Output;
      try {
        answer = await options.admit(
          {
            key_sha256: keySha256,
            hold_micros: (hold?.micros ?? 0n).toString(),
            hold_id: hold?.id ?? '',
            trace_id: call.traceId.slice('tr_'.length),
            operation: hold?.operation ?? '',
          },
          {
            trace: call.context.trace,
            deadlineAtMs: Math.min(call.context.deadlineAtMs, Date.now() + admitWithinMs),
          },
        );
      } catch (thrown) {
        if (hold !== undefined) {
          options.confirmations.undelivered(hold.id);
        }
        throw thrown;
      }
      if (answer.admission === 'ADMISSION_INVALID_KEY') {
        refusedKeys.add(keySha256);
        throw invalidKey();
      }
      limited({
        limit: answer.limit,
        remaining: answer.remaining,
        resetSeconds: Math.ceil(answer.reset_ms / 1_000),
      });
      return admittedOrFault(answer, hold);
    },
  };
}

function admittedOrFault(answer: AdmitResponse__Output, hold: Hold | undefined): Admitted {
  const balanceMicros = BigInt(answer.balance_micros);
  switch (answer.admission) {
    case 'ADMISSION_ADMITTED':
      return { accountId: answer.account_id, balanceMicros };
    case 'ADMISSION_RATE_LIMITED':
      throw new Fault('RATE_LIMIT', `rate limit exceeded: ${answer.limit}/min`);
    case 'ADMISSION_INSUFFICIENT_CREDITS':
      throw insufficientCredits(hold?.micros ?? 0n, balanceMicros);
    default:
      throw new Fault('INTERNAL', undefined, { cause: new Error(`billing answered ${answer.admission}`) });
  }
}

/** The bearer token wins over the other header, even when it is not valid and the other one is. */
function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = headers.authorization === undefined ? undefined : bearerPattern.exec(headers.authorization)?.[1];
  const plain = headers['x-api-key'];
  return bearer ?? (typeof plain === 'string' && plain !== '' ? plain.trim() : undefined);
}

function invalidKey(): Fault {
  return new Fault('INVALID_KEY', `this API key is not valid: ${howToSend}; ${whereToRead}`);
}
