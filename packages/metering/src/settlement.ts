import type { UsageOutcome } from '@assay/catalog/outcomes';
import type { CallContext } from '@assay/rpc/context';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import type { MeteringBilling } from './hold.ts';

/** The end of a hold: the amount to capture, and how the work ended for the account's usage. */
export type Settlement = {
  readonly holdId: string;
  /** Amount to capture in micro-credits; zero releases the hold. */
  readonly captureMicros: bigint;
  readonly outcome: UsageOutcome;
  /** The level of the delivered datum; empty when nothing was delivered. */
  readonly level: string;
};

/** Billing's response to a settlement. Amounts are in micro-credits. */
export type Settled = {
  readonly answer: (typeof answers)[SettleResponse__Output['settlement']];
  readonly capturedMicros: bigint;
  /** The account's balance after the capture of this hold. */
  readonly balanceMicros: bigint;
};

const answers = {
  SETTLEMENT_UNSPECIFIED: 'unspecified',
  SETTLEMENT_SETTLED: 'settled',
  SETTLEMENT_LAPSED: 'lapsed',
  SETTLEMENT_UNKNOWN_HOLD: 'unknown',
  SETTLEMENT_SHORT: 'short',
} as const satisfies Record<SettleResponse__Output['settlement'], string>;

/**
 * Settles a hold. Billing settles each hold only once, so a repeated settlement changes nothing. When billing is
 * unavailable, rethrows the fault; billing may have captured the amount nevertheless.
 * @param isReceived whether the customer has already received the answer or notification. The capture is then final.
 * Otherwise billing reverses the capture unless the delivery is confirmed.
 */
export async function settleHold(
  billing: Pick<MeteringBilling, 'Settle'>,
  { holdId, captureMicros, outcome, level }: Settlement,
  isReceived: boolean,
  context: CallContext,
): Promise<Settled> {
  const settled = await billing.Settle(
    {
      hold_id: holdId,
      capture_micros: captureMicros.toString(),
      ...(isReceived ? { received: true } : {}),
      outcome,
      level,
    },
    context,
  );
  return {
    answer: answers[settled.settlement],
    capturedMicros: BigInt(settled.captured_micros),
    balanceMicros: BigInt(settled.balance_micros),
  };
}
