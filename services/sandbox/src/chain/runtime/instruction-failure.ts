/**
 * The reason why an instruction failed, in the form of a node's reply. It is a name that the runtime defines, or the
 * error number of a program.
 */
export type InstructionError = string | { readonly Custom: number };

/** A program throws this to fail its instruction, and with it the transaction. */
export class InstructionFailure extends Error {
  readonly reason: InstructionError;

  constructor(reason: InstructionError) {
    super(typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`);
    this.reason = reason;
  }
}

/** Returns a failure with a program's error number. */
export function customError(code: number): InstructionFailure {
  return new InstructionFailure({ Custom: code });
}

/** Returns the reason of a failure in the words of the runtime's log. */
export function loggedReason(reason: InstructionError): string {
  if (typeof reason !== 'string') {
    return `custom program error: 0x${reason.Custom.toString(16)}`;
  }
  return reason.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();
}
