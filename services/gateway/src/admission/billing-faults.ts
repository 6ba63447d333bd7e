import { Fault, toFault } from '@assay/faults/faults';

/**
 * Returns the fault of a call to billing. A call that billing did not answer in time was not charged and may succeed soon, so
 * its caller gets 503 with Retry-After like that of any unavailable billing, and not the 500 of a failed answer.
 */
export function billingFault(thrown: unknown): Fault {
  const fault = toFault(thrown);
  return fault.code === 'DEADLINE_EXCEEDED' ? new Fault('UNAVAILABLE', undefined, { cause: fault }) : fault;
}
