// Original file: protos/assay/engine/v1/engine.proto


export interface TradeAccount {
  'address'?: (string);
  /**
   * False for an account that does not exist yet; mint and owner are then those that it would get, when it is associated.
   */
  'exists'?: (boolean);
  /**
   * Empty when it is no token account.
   */
  'mint'?: (string);
  'owner'?: (string);
}

export interface TradeAccount__Output {
  'address': (string);
  /**
   * False for an account that does not exist yet; mint and owner are then those that it would get, when it is associated.
   */
  'exists': (boolean);
  /**
   * Empty when it is no token account.
   */
  'mint': (string);
  'owner': (string);
}
