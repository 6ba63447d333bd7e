import type {
  FundingEvent,
  FundingPartEvent,
  QuoteEvent,
  TopicEvents,
  TradeEvent,
} from '@assay/providers/define-stream';
import { datedByQuote, fundingOf, mergedPart, type FundingPart } from './funding-parts.ts';

/** The last events of a topic, and whether they are known to be the newest. */
export type TopicState = TopicEvents & {
  /** The time at which the last trade or funding rate arrived, in milliseconds since the Unix epoch by our clock. */
  readonly receivedAtMs: number;
  /**
   * Whether an event was missed, so that the last received event may not be the newest. The next event in sequence
   * makes it false again.
   */
  readonly missed: boolean;
  /** The latest fields of a funding rate that arrives in parts. */
  readonly part?: FundingPart;
};

/** The state of a topic before its first event. */
export const emptyTopic: TopicState = { receivedAtMs: 0, missed: false };

/** The relation of a new event to the state of its topic. Only `next` and `after_gap` change the state. */
export type Placement = 'next' | 'after_gap' | 'duplicate' | 'out_of_order' | 'future' | 'crossed';

/**
 * Maximum time by which an event may be dated after our clock, in milliseconds. The lead of the venue's clock is
 * allowed in addition. An event further in the future is dropped.
 */
export const maxFutureMs = 10_000;

/**
 * A trade that happened at least this many milliseconds later than the last one is newer, whatever its sequence number.
 * The venue may have restarted its numbers, or an earlier number was wrong and too high. Without this rule, such a
 * number would hide every later trade.
 */
const restartedAfterMs = 1_000;

/** An event that changes the state of a topic. */
export type TopicEvent = TradeEvent | QuoteEvent | FundingEvent | FundingPartEvent;

/**
 * Returns the state after an event, and the relation of the event to the state before. A trade or a rate never replaces
 * a newer one.
 * @param countsTrades whether a gap in the sequence numbers shows a missed trade.
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
      return { state: withQuote(state, event, receivedAtMs), placement };
    case 'trade':
      return { state: { ...state, trade: event, receivedAtMs, missed: placement === 'after_gap' }, placement };
    case 'funding':
      return { state: { ...state, funding: event, receivedAtMs }, placement };
    case 'funding_part':
      return { state: withPart(state, event, receivedAtMs), placement };
  }
}

function withQuote(state: TopicState, quote: QuoteEvent, receivedAtMs: number): TopicState {
  const part = datedByQuote(state.part, quote);
  return part === undefined ? { ...state, quote } : withPart({ ...state, quote }, part, receivedAtMs);
}

/**
 * Returns the state after a part of a funding rate. Once a rate and a time are known, the state contains the funding
 * rate.
 */
function withPart(state: TopicState, event: FundingPartEvent, receivedAtMs: number): TopicState {
  const part = mergedPart(state.part, event, receivedAtMs, state.quote);
  const funding = fundingOf(part, event.topic ?? '');
  return funding === undefined ? { ...state, part } : { ...state, part, funding, receivedAtMs };
}

/**
 * Returns the state after a heartbeat that names the newest trade. If that trade is newer than the last received one,
 * it was missed or will arrive later, and the state says that an event was missed.
 */
export function withHeartbeat(state: TopicState, lastSequence: number | undefined): TopicState {
  const lastSequenceHere = state.trade?.sequence;
  return lastSequence === undefined || lastSequenceHere === undefined || lastSequence <= lastSequenceHere
    ? state
    : { ...state, missed: true };
}

function placementOf(state: TopicState, event: TopicEvent, nowMs: number, countsTrades: boolean): Placement {
  if (event.atMs !== undefined && event.atMs - nowMs > maxFutureMs) {
    return 'future';
  }
  switch (event.kind) {
    case 'trade':
      return state.trade === undefined ? 'next' : tradePlacement(state.trade, event, countsTrades);
    case 'quote':
      // The comparison is negated, so that it also refuses texts that are not numbers.
      if (!(Number(event.bid) > 0 && Number(event.bid) <= Number(event.ask))) {
        return 'crossed';
      }
      return byTime(state.quote?.atMs, event.atMs);
    case 'funding':
    case 'funding_part':
      return byTime(state.funding?.atMs, event.atMs);
  }
}

function tradePlacement(last: TradeEvent, event: TradeEvent, countsTrades: boolean): Placement {
  if (last.sequence === undefined || event.sequence === undefined) {
    return last.id === event.id ? 'duplicate' : byTime(last.atMs, event.atMs);
  }
  if (event.sequence < last.sequence && event.atMs - last.atMs > restartedAfterMs) {
    return 'after_gap';
  }
  if (event.sequence <= last.sequence) {
    return event.sequence === last.sequence ? 'duplicate' : 'out_of_order';
  }
  return countsTrades && event.sequence > last.sequence + 1 ? 'after_gap' : 'next';
}

/**
 * Compares the time of an event with the time of the last event. An event of the same millisecond as the last one
 * counts as newer, because it arrived later.
 */
function byTime(lastMs: number | undefined, nextMs: number | undefined): Placement {
  return lastMs !== undefined && nextMs !== undefined && nextMs < lastMs ? 'out_of_order' : 'next';
}
