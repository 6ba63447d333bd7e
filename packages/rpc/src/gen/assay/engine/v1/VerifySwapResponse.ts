// Original file: protos/assay/engine/v1/engine.proto

import type { VerifyResponse as _assay_engine_v1_VerifyResponse, VerifyResponse__Output as _assay_engine_v1_VerifyResponse__Output } from '../../../assay/engine/v1/VerifyResponse.ts';
import type { TradeAccount as _assay_engine_v1_TradeAccount, TradeAccount__Output as _assay_engine_v1_TradeAccount__Output } from '../../../assay/engine/v1/TradeAccount.ts';

export interface VerifySwapResponse {
  'quote'?: (_assay_engine_v1_VerifyResponse | null);
  /**
   * Absent where there is no mint, as where there is no pool; present where none could be derived since reading failed.
   */
  'risk'?: (_assay_engine_v1_VerifyResponse | null);
  /**
   * The mint of the token that the swap would pay out, derived from the pool; empty when none could be.
   */
  'checked_mint'?: (string);
  /**
   * What the two token accounts are, as the chain has them; absent where they could not be read.
   */
  'input_account'?: (_assay_engine_v1_TradeAccount | null);
  'output_account'?: (_assay_engine_v1_TradeAccount | null);
  /**
   * The decisions of both parts as assay.events.v1.DecisionsRecorded. They are kept nowhere yet: RecordGate keeps them
   * together with what is decided over them, and nothing of this may be told before it has.
   */
  'decisions'?: (Buffer | Uint8Array | string);
}

export interface VerifySwapResponse__Output {
  'quote': (_assay_engine_v1_VerifyResponse__Output | null);
  /**
   * Absent where there is no mint, as where there is no pool; present where none could be derived since reading failed.
   */
  'risk': (_assay_engine_v1_VerifyResponse__Output | null);
  /**
   * The mint of the token that the swap would pay out, derived from the pool; empty when none could be.
   */
  'checked_mint': (string);
  /**
   * What the two token accounts are, as the chain has them; absent where they could not be read.
   */
  'input_account': (_assay_engine_v1_TradeAccount__Output | null);
  'output_account': (_assay_engine_v1_TradeAccount__Output | null);
  /**
   * The decisions of both parts as assay.events.v1.DecisionsRecorded. They are kept nowhere yet: RecordGate keeps them
   * together with what is decided over them, and nothing of this may be told before it has.
   */
  'decisions': (Buffer);
}
