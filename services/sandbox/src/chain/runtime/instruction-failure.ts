/** Why an instruction failed, as nodes write it: a name of the runtime's own, or a program's number. */
export type InstructionError = string | { readonly Custom: number };

/** Ends an instruction and with it the transaction. */
export class InstructionFailure extends Error {
  readonly reason: InstructionError;

  constructor(reason: InstructionError) {
    super(typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`);
    this.reason = reason;
  }
}

/** A failure with a program's own number. */
export function customError(code: number): InstructionFailure {
  return new InstructionFailure({ Custom: code });
}

/** How the runtime writes the names of its own errors in logs. */
export function loggedReason(reason: InstructionError): string {
  if (typeof reason !== 'string') {
    return `custom program error: 0x${reason.Custom.toString(16)}`;
  }
  return reason.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();
}
