import { ProblemError } from '../outcome.ts';

/** Why a signed price is not believed. Metrics have one label per cause. */
export type RefusalCause =
  /** The bytes are not a signed price. */
  | 'malformed'
  /** Neither the guardians' nor the routers' sender of prices sent it. */
  | 'unknown_sender'
  /** A set signed it that is not pinned, for example the next one. */
  | 'unknown_signers'
  /** The set that signed it did not sign prices at that time. */
  | 'wrong_time'
  | 'too_few_signatures'
  | 'wrong_signature'
  /** The price is not under the signed root. */
  | 'not_signed';

/** Ends the reading of a signed price, with the cause. Its problem is `untrusted_price`. */
export class SignatureRefusal extends ProblemError {
  readonly refusal: RefusalCause;

  constructor(refusal: RefusalCause, message: string) {
    super('untrusted_price', message);
    this.name = 'SignatureRefusal';
    this.refusal = refusal;
  }
}
