/** Why an endpoint's model did not decide, as a short code; a status of the endpoint's own is `http_` and its number. */
export type FailureCode =
  | 'timeout'
  | 'unreachable'
  | 'malformed'
  | 'too_large'
  | 'out_of_enum'
  | 'invented_param'
  | 'busy'
  | 'circuit_open'
  | `http_${number}`;

/** Thrown when a model cannot decide. It carries a code and nothing of the question, the answer or the key. */
export class ModelFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.name = 'ModelFailure';
    this.code = code;
  }
}
