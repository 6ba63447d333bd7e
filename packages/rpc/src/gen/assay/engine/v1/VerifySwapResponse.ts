// Original file: protos/assay/engine/v1/engine.proto

import type { VerifyResponse as _assay_engine_v1_VerifyResponse, VerifyResponse__Output as _assay_engine_v1_VerifyResponse__Output } from '../../../assay/engine/v1/VerifyResponse.ts';
import type { TradeAccount as _assay_engine_v1_TradeAccount, TradeAccount__Output as _assay_engine_v1_TradeAccount__Output } from '../../../assay/engine/v1/TradeAccount.ts';

export interface VerifySwapResponse {
  'quote'?: (_assay_engine_v1_VerifyResponse | null);
  /**
   * Absent when there is no mint, as without a pool. Present when a read failed and no mint could be derived.
   */
  'risk'?: (_assay_engine_v1_VerifyResponse | null);
  /**
   * The mint of the token that the swap would pay out, derived from the pool; empty when none could be derived.
   */
  'checked_mint'?: (string);
  /**
   * The state of the two token accounts on the chain; absent when they could not be read.
   */
  'input_account'?: (_assay_engine_v1_TradeAccount | null);
  'output_account'?: (_assay_engine_v1_TradeAccount | null);
  /**
   * The decisions of both parts as assay.events.v1.DecisionsRecorded. They are not stored yet. The caller must store
   * them with RecordGate before it answers.
   */
  'decisions'?: (Buffer | Uint8Array | string);
  /**
   * The pool's fee for this trade in basis points, as a decimal; empty without a quote.
   */
  'fee_bps'?: (string);
}

export interface VerifySwapResponse__Output {
  'quote': (_assay_engine_v1_VerifyResponse__Output | null);
  /**
   * Absent when there is no mint, as without a pool. Present when a read failed and no mint could be derived.
   */
  'risk': (_assay_engine_v1_VerifyResponse__Output | null);
  /**
   * The mint of the token that the swap would pay out, derived from the pool; empty when none could be derived.
   */
  'checked_mint': (string);
  /**
   * The state of the two token accounts on the chain; absent when they could not be read.
   */
  'input_account': (_assay_engine_v1_TradeAccount__Output | null);
  'output_account': (_assay_engine_v1_TradeAccount__Output | null);
  /**
   * The decisions of both parts as assay.events.v1.DecisionsRecorded. They are not stored yet. The caller must store
   * them with RecordGate before it answers.
   */
  'decisions': (Buffer);
  /**
   * The pool's fee for this trade in basis points, as a decimal; empty without a quote.
   */
  'fee_bps': (string);
}
