import { Fault } from '@assay/faults/faults';
import type { AddCreditsResponse__Output } from '@assay/rpc/gen/assay/billing/v1/AddCreditsResponse';
import { randomBase62 } from '@assay/service/base62';
import { pause } from '@assay/service/clock';
import type { OperatorEndpoints } from './endpoints.ts';
import { callContext, withBilling } from './services.ts';

const idLength = 22;
const maxAttempts = 3;
const pauseMs = 500;

/** Returns a new id of a top-up. */
export function newOperationId(): string {
  return `op_${randomBase62(idLength)}`;
}

/**
 * Adds credits once for an operation id. Repeats the request while billing is unavailable, because a request without a
 * response may have been credited. Throws an error that names the id when no attempt got a response.
 * @param micros the amount in micro-credits.
 */
export async function addCredits(
  endpoints: OperatorEndpoints,
  accountId: string,
  micros: bigint,
  operationId: string,
): Promise<AddCreditsResponse__Output> {
  const request = { account_id: accountId, credit_micros: String(micros), operation_id: operationId };
  let isUncertain = false;
  const attempts = async (
    billing: Parameters<Parameters<typeof withBilling>[1]>[0],
  ): Promise<AddCreditsResponse__Output> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await billing.AddCredits(request, callContext());
      } catch (thrown) {
        isUncertain = thrown instanceof Fault && ['UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(thrown.code);
        if (!isUncertain || attempt === maxAttempts) {
          throw thrown;
        }
        await pause(pauseMs);
      }
    }
  };
  try {
    return await withBilling(endpoints, attempts);
  } catch (thrown) {
    if (!isUncertain || !(thrown instanceof Error)) {
      throw thrown;
    }
    throw new Error(
      `${thrown.message}. The credits may have been added: repeat the command with --operation-id ${operationId}, ` +
        'which adds them once',
      { cause: thrown },
    );
  }
}
