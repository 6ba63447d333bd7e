import type { TradeEvent } from '@assay/providers/define-stream';
import type { ManagerState } from './manager-state.ts';
import type { Placement } from './topic-state.ts';

/**
 * Passes a trade on as a print, unless it was passed on before. A late trade is a print too. A trade without a size, or
 * with a time in the future, is not a print. It interrupts the topic's complete record.
 */
export function takePrint(state: ManagerState, trade: TradeEvent, placement: Placement, receivedAtMs: number): void {
  if (placement === 'duplicate') {
    return;
  }
  const { topic, price, size, atMs, id } = trade;
  if (size === undefined || placement === 'future' || !state.isServing) {
    state.completeSinceMs.delete(topic);
    return;
  }
  const knownMs = placement === 'after_gap' ? undefined : state.completeSinceMs.get(topic);
  const completeSinceMs = knownMs ?? receivedAtMs;
  state.completeSinceMs.set(topic, completeSinceMs);
  state.ports.onPrint({ topic, price, size, atMs, id, receivedAtMs, completeSinceMs });
}

/**
 * Records that trades of these topics may be missing. The complete record of each topic starts again with its next
 * trade.
 */
export function breakRecords({ completeSinceMs }: ManagerState, topics: Iterable<string>): void {
  for (const topic of topics) {
    completeSinceMs.delete(topic);
  }
}
