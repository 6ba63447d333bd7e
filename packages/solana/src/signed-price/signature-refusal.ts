import { ProblemError } from '../outcome.ts';

/** Why a signed price is not believed. Each cause is a label value of a metric. */
export type RefusalCause =
  /** The bytes are not a signed price. */
  | 'malformed'
  /** The message's sender is neither the guardians' nor the routers' sender of prices. */
  | 'unknown_sender'
  /** The set that signed is not pinned here, for example because it is newer. */
  | 'unknown_signers'
  /** The set that signed was not in force at the price's time. */
  | 'wrong_time'
  | 'too_few_signatures'
  | 'wrong_signature'
  /** The price is not under the signed Merkle root. */
  | 'not_signed';

/** Ends the verification of a signed price, with the cause. Its problem code is `untrusted_price`. */
export class SignatureRefusal extends ProblemError {
  readonly refusal: RefusalCause;

  constructor(refusal: RefusalCause, message: string) {
    super('untrusted_price', message);
    this.name = 'SignatureRefusal';
    this.refusal = refusal;
  }
}
