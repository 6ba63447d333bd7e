import { ProblemError } from '../outcome.ts';

/** The causes for which a signed price is not believed. Each is a label value of a metric. */
export type RefusalCause =
  /** The bytes are not a signed price. */
  | 'malformed'
  /** The sender of the message is neither the guardians' sender of prices nor the routers'. */
  | 'unknown_sender'
  /** The set that signed is not in this program's list of sets, for example because it is newer. */
  | 'unknown_signers'
  /** The set that signed was not in force at the time of the price. */
  | 'wrong_time'
  | 'too_few_signatures'
  | 'wrong_signature'
  /** The signed Merkle root does not cover the price. */
  | 'not_signed';

/**
 * The error that ends the verification of a signed price. It contains the cause; its problem code is `untrusted_price`.
 */
export class SignatureRefusal extends ProblemError {
  readonly refusal: RefusalCause;

  constructor(refusal: RefusalCause, message: string) {
    super('untrusted_price', message);
    this.name = 'SignatureRefusal';
    this.refusal = refusal;
  }
}
