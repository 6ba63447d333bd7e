import { Fault, toFault } from '@assay/faults/faults';

/**
 * Returns the fault of a failed call to billing. A call that billing did not answer in time was not charged and may
 * soon succeed. Its caller therefore gets 503 with Retry-After, as for an unavailable billing, and not 500.
 */
export function billingFault(thrown: unknown): Fault {
  const fault = toFault(thrown);
  return fault.code === 'DEADLINE_EXCEEDED' ? new Fault('UNAVAILABLE', undefined, { cause: fault }) : fault;
}
