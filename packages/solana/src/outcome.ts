/** Why the chain's bytes do not give what was asked; every code is a settled answer for those bytes, not a passing failure. */
export type ProblemCode =
  /** Nothing stands at an address that has to hold an account. */
  | 'absent'
  /** An account stands there, but of another kind. */
  | 'wrong_kind'
  /** The right program's account, reserved but never filled in. */
  | 'uninitialized'
  /** The bytes contradict the layout they claim to have. */
  | 'malformed'
  /** Each account is sound alone, but together they contradict one another. */
  | 'inconsistent'
  /** A version or mode that no rule here covers. */
  | 'unsupported'
  /** The caller's own accounts do not fit the pool. */
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
  /** A price account that is not fully verified, of another feed, too old or too uncertain. */
  | 'untrusted_price';

/** A named reason, and a sentence about it that is fit for a caller. */
export type Problem = {
  readonly code: ProblemCode;
  readonly message: string;
  /** The error number with which the on-chain program turns the same trade down, where it is known. */
  readonly programError?: number;
};

/** What pure bytes give: a value, or the reason why there is none. */
export type Outcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** What a snapshot gives: as `Outcome`, or the addresses that have to be read at the same slot before there is an answer. */
export type Derivation<T> = Outcome<T> | { readonly kind: 'needs'; readonly addresses: readonly string[] };

/**
 * The way in which code inside this folder stops with a reason. It never leaves the folder: `outcomeOf` and
 * `derivationOf` turn it into a value, so that arithmetic and layouts can be read as straight lines.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, message: string, programError?: number) {
    super(message);
    this.name = 'ProblemError';
    this.problem = programError === undefined ? { code, message } : { code, message, programError };
  }
}

/** Stops a derivation because accounts were not read yet. Thrown and caught inside this folder only. */
export class MissingAccounts extends Error {
  readonly addresses: readonly string[];

  constructor(addresses: readonly string[]) {
    super(`accounts not read: ${addresses.join(', ')}`);
    this.name = 'MissingAccounts';
    this.addresses = addresses;
  }
}

/** Runs `work` and gives its value or its reason; anything else thrown is a defect and passes through. */
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

/** As `outcomeOf`, for work that reads a snapshot and may lack accounts. */
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
