// Original file: protos/assay/billing/v1/billing.proto


export interface OpenAccountRequest {
  'name'?: (string);
  /**
   * Whether the account gets the configured trial credits.
   */
  'trial'?: (boolean);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id returns the account of
   * the first one. Empty for a new account with every request.
   */
  'operation_id'?: (string);
  /**
   * What identifies the person, each 1 to 100 visible ASCII characters, at most 8. The account gets trial credits only when
   * none of them was stated before, with or without a trial. One statement decides it, however many requests arrive at once.
   * A dashboard of an earlier release states none; `trial` then decides alone.
   */
  'trial_claims'?: (string)[];
}

export interface OpenAccountRequest__Output {
  'name': (string);
  /**
   * Whether the account gets the configured trial credits.
   */
  'trial': (boolean);
  /**
   * An id of this request, 1 to 100 visible ASCII characters. A repeated request with the same id returns the account of
   * the first one. Empty for a new account with every request.
   */
  'operation_id': (string);
  /**
   * What identifies the person, each 1 to 100 visible ASCII characters, at most 8. The account gets trial credits only when
   * none of them was stated before, with or without a trial. One statement decides it, however many requests arrive at once.
   * A dashboard of an earlier release states none; `trial` then decides alone.
   */
  'trial_claims': (string)[];
}
