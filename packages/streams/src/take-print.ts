import type { TradeEvent } from '@assay/providers/define-stream';
import type { ManagerState } from './manager-state.ts';
import type { Placement } from './topic-state.ts';

/**
 * Hands a trade over as a print, unless it is a repeated one. A late trade is a print too. A trade without a size or from
 * the future is none, and the record of its topic starts again after it.
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

/** Notes that trades of topics may be missing. The next trade of each starts its record again. */
export function breakRecords({ completeSinceMs }: ManagerState, topics: Iterable<string>): void {
  for (const topic of topics) {
    completeSinceMs.delete(topic);
  }
}
