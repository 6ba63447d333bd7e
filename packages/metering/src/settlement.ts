import type { UsageOutcome } from '@assay/catalog/outcomes';
import type { CallContext } from '@assay/rpc/context';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import type { MeteringBilling } from './hold.ts';

/** The end of a hold: what to capture of it, and how the work ended for the account's usage. */
export type Settlement = {
  readonly holdId: string;
  /** Amount to capture in micro-credits; zero releases the hold. */
  readonly captureMicros: bigint;
  readonly outcome: UsageOutcome;
  /** The level of the delivered datum; empty when nothing was delivered. */
  readonly level: string;
};

/** Billing's answer to a settlement. Amounts are micro-credits. */
export type Settled = {
  readonly answer: (typeof answers)[SettleResponse__Output['settlement']];
  readonly capturedMicros: bigint;
  /** The balance after this hold's own capture. */
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
 * Settles a hold. Billing does it once for each hold, so a repeated settlement changes nothing. Rethrows the fault of an
 * unavailable billing, which may have captured all the same.
 * @param isReceived whether the customer has already received what the capture pays for. The capture is then final; otherwise
 * billing reverses it unless its delivery is confirmed.
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
