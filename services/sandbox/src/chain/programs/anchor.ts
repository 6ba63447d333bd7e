import { InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Invocation } from '../runtime/invocation.ts';

/** Errors of the Anchor framework, which both pool programs use. */
export const anchorErrors = {
  InstructionFallbackNotFound: [101, 'Fallback functions are not supported'],
  InstructionDidNotDeserialize: [102, 'The program could not deserialize the given instruction'],
  ConstraintHasOne: [2001, 'A has one constraint was violated'],
  ConstraintRaw: [2003, 'A raw constraint was violated'],
  ConstraintSeeds: [2006, 'A seeds constraint was violated'],
  ConstraintAddress: [2012, 'An address constraint was violated'],
  RequireGtViolated: [2505, 'A require_gt expression was violated'],
  AccountDiscriminatorMismatch: [3002, '8 byte discriminator did not match what was expected'],
  AccountNotEnoughKeys: [3005, 'Not enough account keys given to the instruction'],
  AccountOwnedByWrongProgram: [3007, 'The given account is owned by a different program than expected'],
  InvalidProgramId: [3008, 'Program ID was not as expected'],
  AccountNotSigner: [3010, 'The given account did not sign'],
  AccountNotInitialized: [3012, 'The program expected this account to be already initialized'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** Errors by name, each with its number and message. */
export type NamedErrors = Readonly<Record<string, readonly [number: number, message: string]>>;

/** Creates a function that logs a named error as Anchor does and returns the failure for the caller to throw. */
export function createFailureFactory<Errors extends NamedErrors>(errors: Errors) {
  return (invocation: Invocation, name: keyof Errors & string): InstructionFailure => {
    const [number, message] = errors[name] ?? [0, ''];
    invocation.log(`AnchorError occurred. Error Code: ${name}. Error Number: ${number}. Error Message: ${message}.`);
    return new InstructionFailure({ Custom: number });
  };
}

/** Returns whether data begins with an Anchor discriminator. */
export function startsWith(data: Uint8Array, discriminator: Uint8Array): boolean {
  return data.length >= discriminator.length && discriminator.every((byte, index) => data[index] === byte);
}
