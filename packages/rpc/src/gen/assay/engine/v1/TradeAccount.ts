// Original file: protos/assay/engine/v1/engine.proto


export interface TradeAccount {
  'address'?: (string);
  /**
   * False for an account that does not exist yet. An associated token account then has its future mint and owner.
   */
  'exists'?: (boolean);
  /**
   * Empty when it is not a token account.
   */
  'mint'?: (string);
  'owner'?: (string);
}

export interface TradeAccount__Output {
  'address': (string);
  /**
   * False for an account that does not exist yet. An associated token account then has its future mint and owner.
   */
  'exists': (boolean);
  /**
   * Empty when it is not a token account.
   */
  'mint': (string);
  'owner': (string);
}
