import type { ProviderStream } from '@assay/providers/define-stream';

/** The engine's bound on the age of an update. */
export const freshMs = 2_000;

/** A fault of the sandbox's streams. */
export type StreamFault = {
  readonly name: string;
  /** The body of the sandbox's control request. */
  readonly state: object;
  /** What ends the use of updates: their age, or the first message with the fault. Absent where the rest of the stream can be used. */
  readonly endedBy?: 'age' | 'message';
  /** The event that shows that the engine saw the fault. */
  readonly event?: string;
  /** Whether the stream is used again only on a new connection. Otherwise a clock that was ahead is doubted for two minutes. */
  readonly needsConnection?: true;
  /** Whether the fault is too small to matter for prices. */
  readonly isForRates?: true;
};

/** The faults, in the order in which a stream goes through them. */
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

/** The sandbox publishes a rate every second, and trades at once. */
const rateEveryMs = 1_000;
/** dYdX's blocks date its rates for this long after the last message with rates. */
const dydxFeedWithinMs = 10_000;

/** Whether a stream publishes funding rates. */
export function hasRates({ topicOf, provider }: Pick<ProviderStream, 'topicOf' | 'provider'>): boolean {
  return topicOf('funding.rate', { symbol: 'BTC', venue: provider }) !== undefined;
}

/** Returns the maximum time for which updates answer after a fault began. Undefined where they can go on. */
export function restWithinMs(stream: ProviderStream, { name, state, endedBy }: StreamFault): number | undefined {
  if (endedBy === 'message') {
    return 50 + (hasRates(stream) && name !== 'the connection ends' ? rateEveryMs : 0);
  }
  // OKX publishes a rate every 30 to 90 seconds, so its rates answer for longer than any fault here.
  if (endedBy === undefined || (stream.freshForMs ?? 0) > 10_000) {
    return undefined;
  }
  const isDatedByBlocks = stream.provider === 'dydx' && 'fault' in state;
  if (isDatedByBlocks && state.fault === 'late') {
    // The rates have no time, so the newest block dates a late one.
    return undefined;
  }
  return (stream.freshForMs ?? freshMs) + (isDatedByBlocks && state.fault === 'frozen' ? dydxFeedWithinMs : 0);
}

/** Whether a fault shows in the events of a stream. A rate has no number, and one of OKX comes too rarely. */
export function isShown(stream: ProviderStream, { event }: StreamFault): boolean {
  return event === 'lost' || event === 'malformed'
    ? (stream.freshForMs ?? freshMs) === freshMs
    : !hasRates(stream) && (stream.freshForMs ?? freshMs) === freshMs && (event !== 'after_gap' || stream.countsTrades);
}
