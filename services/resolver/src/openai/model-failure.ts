/**
 * The reason why an endpoint's model did not decide. In `http_` followed by a number, the number is the HTTP status of
 * the endpoint's response.
 */
export type FailureCode =
  | 'timeout'
  | 'unreachable'
  | 'malformed'
  | 'too_large'
  | 'out_of_enum'
  | 'invented_param'
  | 'declined'
  | 'busy'
  | 'circuit_open'
  | `http_${number}`;

/**
 * The error of a model that cannot decide. It contains only the code, and nothing of the question, the answer or the
 * key.
 */
export class ModelFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.name = 'ModelFailure';
    this.code = code;
  }
}
