// Original file: protos/assay/billing/v1/billing.proto

export const Settlement = {
  SETTLEMENT_UNSPECIFIED: 'SETTLEMENT_UNSPECIFIED',
  /**
   * The hold is settled, by this call or by an earlier one with the same id.
   */
  SETTLEMENT_SETTLED: 'SETTLEMENT_SETTLED',
  /**
   * The hold had lapsed. Nothing is charged.
   */
  SETTLEMENT_LAPSED: 'SETTLEMENT_LAPSED',
  SETTLEMENT_UNKNOWN_HOLD: 'SETTLEMENT_UNKNOWN_HOLD',
  /**
   * A settlement after receipt found a lapsed hold and too little free credit. Nothing is charged; send it again later.
   */
  SETTLEMENT_SHORT: 'SETTLEMENT_SHORT',
} as const;

export type Settlement =
  | 'SETTLEMENT_UNSPECIFIED'
  | 0
  /**
   * The hold is settled, by this call or by an earlier one with the same id.
   */
  | 'SETTLEMENT_SETTLED'
  | 1
  /**
   * The hold had lapsed. Nothing is charged.
   */
  | 'SETTLEMENT_LAPSED'
  | 2
  | 'SETTLEMENT_UNKNOWN_HOLD'
  | 3
  /**
   * A settlement after receipt found a lapsed hold and too little free credit. Nothing is charged; send it again later.
   */
  | 'SETTLEMENT_SHORT'
  | 4

export type Settlement__Output = typeof Settlement[keyof typeof Settlement]
