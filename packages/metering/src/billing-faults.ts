import { Fault, toFault } from '@assay/faults/faults';

/**
 * Returns the fault to report when a call to billing failed. When billing did not answer in time, the account was not
 * charged, and the call may soon succeed. As when billing is unavailable, the caller therefore gets 503 with
 * Retry-After instead of 500.
 */
export function billingFault(thrown: unknown): Fault {
  const fault = toFault(thrown);
  return fault.code === 'DEADLINE_EXCEEDED' ? new Fault('UNAVAILABLE', undefined, { cause: fault }) : fault;
}
