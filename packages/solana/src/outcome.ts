/** The reasons why account bytes do not give the requested value. The same bytes always give the same code. */
export type ProblemCode =
  /** No account exists at an address that must hold one. */
  | 'absent'
  /** The account at the address is of another kind. */
  | 'wrong_kind'
  /** The account belongs to the right program, but was never initialized. */
  | 'uninitialized'
  /** The bytes contradict their layout. */
  | 'malformed'
  /** Each account is valid alone, but the accounts contradict each other. */
  | 'inconsistent'
  /** The account has a version or mode that this package does not know. */
  | 'unsupported'
  /** The token accounts of the request do not fit the pool. */
  | 'wrong_accounts'
  | 'invalid_amount'
  | 'swap_disabled'
  | 'not_open'
  | 'transfer_blocked'
  | 'nothing_to_swap'
  | 'zero_output'
  | 'empty_pool'
  | 'insufficient_reserve'
  | 'price_range'
  | 'overflow'
  /** A price account is not fully verified, of another feed, too old or too uncertain. */
  | 'untrusted_price';

/** A code, and a message that can be shown to a caller. */
export type Problem = {
  readonly code: ProblemCode;
  readonly message: string;
  /** The error number with which the on-chain program would reject the same trade, when it is known. */
  readonly programError?: number;
};

/** The result of decoding bytes: a value, or the reason why there is none. */
export type Outcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * The result of a derivation from a snapshot: an `Outcome`, or the addresses that must be read at the same slot first.
 */
export type Derivation<T> = Outcome<T> | { readonly kind: 'needs'; readonly addresses: readonly string[] };

/**
 * Ends a derivation with a problem. `outcomeOf` and `derivationOf` catch it and return a result, so that exported
 * derivations never throw it. Decoders throw it instead of returning results, which keeps layouts and arithmetic readable.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, message: string, programError?: number) {
    super(message);
    this.name = 'ProblemError';
    this.problem = programError === undefined ? { code, message } : { code, message, programError };
  }
}

/** Ends a derivation because the snapshot lacks accounts. `derivationOf` catches it and returns their addresses. */
export class MissingAccounts extends Error {
  readonly addresses: readonly string[];

  constructor(addresses: readonly string[]) {
    super(`accounts not read: ${addresses.join(', ')}`);
    this.name = 'MissingAccounts';
    this.addresses = addresses;
  }
}

/** Runs `work` and returns its value, or the problem that it throws. Other errors are defects and pass through. */
export function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { kind: 'value', value: work() };
  } catch (thrown) {
    if (thrown instanceof ProblemError) {
      return { kind: 'problem', problem: thrown.problem };
    }
    throw thrown;
  }
}

/** Like `outcomeOf`, for work that reads a snapshot which may lack accounts. */
export function derivationOf<T>(work: () => T): Derivation<T> {
  try {
    return outcomeOf(work);
  } catch (thrown) {
    if (thrown instanceof MissingAccounts) {
      return { kind: 'needs', addresses: thrown.addresses };
    }
    throw thrown;
  }
}
