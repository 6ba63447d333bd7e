/**
 * The reasons why the bytes of accounts do not give the requested value. The same bytes always give the same reason.
 */
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

/** A reason, and a message that a caller may see. */
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
 * The result of a derivation from a snapshot. It is an `Outcome`, or the addresses of accounts that the snapshot must
 * contain too.
 */
export type Derivation<T> = Outcome<T> | { readonly kind: 'needs'; readonly addresses: readonly string[] };

/**
 * The error that ends a derivation with a problem. Decoders throw it instead of returning a result, which keeps layouts
 * and arithmetic readable. `outcomeOf` and `derivationOf` catch it and return a result, so no exported derivation
 * throws it.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, message: string, programError?: number) {
    super(message);
    this.name = 'ProblemError';
    this.problem = programError === undefined ? { code, message } : { code, message, programError };
  }
}

/**
 * The error that ends a derivation because the snapshot lacks accounts. `derivationOf` catches it and returns the
 * accounts' addresses.
 */
export class MissingAccounts extends Error {
  readonly addresses: readonly string[];

  constructor(addresses: readonly string[]) {
    super(`accounts not read: ${addresses.join(', ')}`);
    this.name = 'MissingAccounts';
    this.addresses = addresses;
  }
}

/**
 * Runs `work` and returns its value, or the problem that it throws. Rethrows all other errors, because they are
 * defects.
 */
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

/**
 * Does the same as `outcomeOf` for work that reads a snapshot. When the snapshot lacks accounts, returns their
 * addresses.
 */
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
