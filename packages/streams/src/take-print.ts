import type { TradeEvent } from '@assay/providers/define-stream';
import type { ManagerState } from './manager-state.ts';
import type { Placement } from './topic-state.ts';

/**
 * Passes a trade on as a print, unless it was passed on before. A trade that arrives out of order is a print too. A
 * trade interrupts the topic's complete record instead if it has no size or a time in the future. The same holds while
 * the venue says that its prices are unusable.
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
