// Original file: protos/assay/gate/v1/gate.proto


export interface Ground {
  /**
   * A stable code, such as PRICE_IMPACT_OVER_POLICY.
   */
  'code'?: (string);
  /**
   * A message with the numbers of this trade.
   */
  'message'?: (string);
}

export interface Ground__Output {
  /**
   * A stable code, such as PRICE_IMPACT_OVER_POLICY.
   */
  'code': (string);
  /**
   * A message with the numbers of this trade.
   */
  'message': (string);
}
