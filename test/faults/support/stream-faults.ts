import type { ProviderStream } from '@assay/providers/define-stream';

/** The maximum age of an update that the engine uses, in milliseconds. */
export const freshMs = 2_000;

/** A fault of a stream that the sandbox can simulate. */
export type StreamFault = {
  readonly name: string;
  /** The body of the request to the sandbox's control interface that starts the fault. */
  readonly state: object;
  /**
   * What makes the engine stop using updates: their age, or the first message with the fault. Absent when the updates
   * stay usable during the fault.
   */
  readonly endedBy?: 'age' | 'message';
  /** The kind of event whose count shows that the engine noticed the fault. */
  readonly event?: string;
  /**
   * Set when the test must also end the connection after the fault. On the same connection, the engine would distrust a
   * clock that was ahead for two more minutes.
   */
  readonly needsConnection?: true;
  /** Set when the fault is so small that it matters only for funding rates and not for prices. */
  readonly isForRates?: true;
};

/** The faults, in the order in which the test injects them into each stream. */
export const streamFaults: readonly StreamFault[] = [
  { name: 'silence', state: { fault: 'silent' }, endedBy: 'age' },
  { name: 'prices stop, heartbeats go on', state: { fault: 'frozen' }, endedBy: 'age' },
  { name: 'events are four seconds late', state: { fault: 'late' }, endedBy: 'age' },
  { name: 'messages are unreadable', state: { fault: 'garbage' }, endedBy: 'age', event: 'malformed' },
  { name: 'the connection ends', state: { fault: 'down' }, endedBy: 'message', event: 'lost' },
  { name: 'the stream says other than REST', state: { fault: 'none', skewBps: 500 }, endedBy: 'message' },
  {
    name: 'rates are half a basis point above those by REST',
    state: { fault: 'none', skewBps: 0.5 },
    endedBy: 'message',
    isForRates: true,
  },
  {
    name: "the venue's clock is ahead",
    state: { fault: 'none', clockMs: 5_000 },
    endedBy: 'message',
    needsConnection: true,
  },
  { name: "the venue's clock is behind", state: { fault: 'none', clockMs: -10_000 }, endedBy: 'age' },
  { name: 'every second event is missing', state: { fault: 'gap' }, event: 'after_gap' },
  { name: 'events are in another order', state: { fault: 'reorder' }, event: 'out_of_order' },
  { name: 'events are repeated', state: { fault: 'duplicate' }, event: 'duplicate' },
];

/** Interval at which the sandbox publishes rates, in milliseconds. It publishes trades immediately. */
const rateEveryMs = 1_000;
/** For dYdX, the maximum time between the last message with rates and a block that dates them, in milliseconds. */
const dydxFeedWithinMs = 10_000;

/** Returns whether a stream publishes funding rates. */
export function hasRates({ topicOf, provider }: Pick<ProviderStream, 'topicOf' | 'provider'>): boolean {
  return topicOf('funding.rate', { symbol: 'BTC', venue: provider }) !== undefined;
}

/**
 * Returns the maximum time after the start of a fault for which updates may answer, in milliseconds. Undefined when
 * they may continue to answer.
 */
export function restWithinMs(stream: ProviderStream, { name, state, endedBy }: StreamFault): number | undefined {
  if (endedBy === 'message') {
    return 50 + (hasRates(stream) && name !== 'the connection ends' ? rateEveryMs : 0);
  }
  // OKX publishes a rate every 30 to 90 seconds. So its rates may answer for longer than any fault of this test lasts.
  if (endedBy === undefined || (stream.freshForMs ?? 0) > 10_000) {
    return undefined;
  }
  const isDatedByBlocks = stream.provider === 'dydx' && 'fault' in state;
  if (isDatedByBlocks && state.fault === 'late') {
    // The rates have no time of their own. So the newest block dates them, even when a rate arrives late.
    return undefined;
  }
  return (stream.freshForMs ?? freshMs) + (isDatedByBlocks && state.fault === 'frozen' ? dydxFeedWithinMs : 0);
}

/**
 * Returns whether the events of a stream show a fault. Rates have no numbers, so they cannot show gaps. OKX sends rates
 * too rarely to show a fault in time.
 */
export function isShown(stream: ProviderStream, { event }: StreamFault): boolean {
  return event === 'lost' || event === 'malformed'
    ? (stream.freshForMs ?? freshMs) === freshMs
    : !hasRates(stream) && (stream.freshForMs ?? freshMs) === freshMs && (event !== 'after_gap' || stream.countsTrades);
}
