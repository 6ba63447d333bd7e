/**
 * The reason why an instruction failed, in the form of a node's reply: a name of the runtime, or a program's error
 * number.
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

/** Returns the reason of a failure as the runtime logs it. */
export function loggedReason(reason: InstructionError): string {
  if (typeof reason !== 'string') {
    return `custom program error: 0x${reason.Custom.toString(16)}`;
  }
  return reason.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();
}
