import { Fault } from '@assay/faults/faults';
import { randomBase62 } from '@assay/identifiers/base62';
import { pause } from '@assay/runtime/clock';
import type { OperatorEndpoints } from './endpoints.ts';
import { withBilling } from './services.ts';

const idLength = 22;
const maxAttempts = 3;
const minPauseMs = 500;

/** The methods of the billing service, as a command sees them. */
type Billing = Parameters<Parameters<typeof withBilling>[1]>[0];

/** Returns a new random id for an operation. */
export function newOperationId(): string {
  return `op_${randomBase62(idLength)}`;
}

/**
 * Sends a request that billing executes only once for its operation id. Sends it again while billing is unavailable, because
 * a request without a response may or may not have been executed. Throws an error that names the id when no attempt got a
 * response.
 * @param uncertainty a sentence about what may have happened, such as "The credits may have been added".
 */
export async function repeatableCall<Result>(
  endpoints: OperatorEndpoints,
  operationId: string,
  uncertainty: string,
  send: (billing: Billing) => Promise<Result>,
): Promise<Result> {
  let isUncertain = false;
  const attempts = async (billing: Billing): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(billing);
      } catch (thrown) {
        isUncertain = thrown instanceof Fault && ['UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(thrown.code);
        if (!isUncertain || attempt === maxAttempts) {
          throw thrown;
        }
        // The random part spreads the retries of operators who wait for the end of the same outage.
        await pause(minPauseMs * attempt * (0.5 + Math.random() / 2));
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
      `${thrown.message}. ${uncertainty}: repeat the command with --operation-id ${operationId}, which does it once`,
      { cause: thrown },
    );
  }
}
