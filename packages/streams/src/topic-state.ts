import type { FundingEvent, QuoteEvent, TopicEvents, TradeEvent } from '@assay/providers/define-stream';

/** The last events of a topic, and whether they are known to be the newest. */
export type TopicState = TopicEvents & {
  /** Our time at which the last trade or funding rate arrived, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /** Whether an event was missed, so that the last one may not be the newest. The next one in sequence clears it. */
  readonly missed: boolean;
};

/** The state of a topic before its first event. */
export const emptyTopic: TopicState = { receivedAtMs: 0, missed: false };

/** The place of a new event in its topic. Only `next` and `after_gap` change the state. */
export type Placement = 'next' | 'after_gap' | 'duplicate' | 'out_of_order' | 'future' | 'crossed';

/** Maximum lead of an event over our clock, beyond the lead of the venue's clock. A later event is dropped. */
export const maxFutureMs = 10_000;

/** An event that changes the state of a topic. */
export type TopicEvent = TradeEvent | QuoteEvent | FundingEvent;

/**
 * Returns the state after an event, and the place of the event. A trade or a rate never replaces a newer one.
 * @param countsTrades whether a missing number shows a missed trade.
 */
export function withEvent(
  state: TopicState,
  event: TopicEvent,
  receivedAtMs: number,
  countsTrades: boolean,
): { readonly state: TopicState; readonly placement: Placement } {
  const placement = placementOf(state, event, receivedAtMs, countsTrades);
  if (placement !== 'next' && placement !== 'after_gap') {
    return { state, placement };
  }
  switch (event.kind) {
    case 'quote':
      return { state: { ...state, quote: event }, placement };
    case 'trade':
      return { state: { ...state, trade: event, receivedAtMs, missed: placement === 'after_gap' }, placement };
    case 'funding':
      return { state: { ...state, funding: event, receivedAtMs }, placement };
  }
}

/** Returns the state after a heartbeat that names the newest trade. A newer trade than ours was missed or is on its way. */
export function withHeartbeat(state: TopicState, lastSequence: number | undefined): TopicState {
  const own = state.trade?.sequence;
  return lastSequence === undefined || own === undefined || lastSequence <= own ? state : { ...state, missed: true };
}

function placementOf(state: TopicState, event: TopicEvent, nowMs: number, countsTrades: boolean): Placement {
  if (event.atMs !== undefined && event.atMs - nowMs > maxFutureMs) {
    return 'future';
  }
  switch (event.kind) {
    case 'trade':
      return state.trade === undefined ? 'next' : tradePlacement(state.trade, event, countsTrades);
    case 'quote':
      if (Number(event.bid) > Number(event.ask)) {
        return 'crossed';
      }
      return byTime(state.quote?.atMs, event.atMs);
    case 'funding':
      return byTime(state.funding?.atMs, event.atMs);
  }
}

function tradePlacement(last: TradeEvent, event: TradeEvent, countsTrades: boolean): Placement {
  if (last.sequence === undefined || event.sequence === undefined) {
    return last.id === event.id ? 'duplicate' : byTime(last.atMs, event.atMs);
  }
  if (event.sequence <= last.sequence) {
    return event.sequence === last.sequence ? 'duplicate' : 'out_of_order';
  }
  return countsTrades && event.sequence > last.sequence + 1 ? 'after_gap' : 'next';
}

/** Events of the same millisecond are in the order of their arrival. */
function byTime(lastMs: number | undefined, nextMs: number | undefined): Placement {
  return lastMs !== undefined && nextMs !== undefined && nextMs < lastMs ? 'out_of_order' : 'next';
}
