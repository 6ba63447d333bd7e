import { isAccessDenied } from '@assay/providers/readings';
import type { Clock } from '@assay/runtime/clock';
import { createStreamManager } from '@assay/streams/manager';
import type { StreamCount } from '@assay/streams/manager-state';
import type { TopicState } from '@assay/streams/topic-state';
import type { OpenTransport } from '@assay/streams/transport';
import type { StreamTarget } from '../streams/open-streams.ts';

/** The events on one stream connection while the doctor listened to it. */
export type Heard = {
  readonly opened: boolean;
  readonly openTookMs: number;
  readonly messages: number;
  readonly counts: Readonly<Partial<Record<StreamCount, number>>>;
  /** The ages, on arrival, of all events that state a time, in milliseconds. */
  readonly agesMs: readonly number[];
  /** How many milliseconds the venue's clock is ahead of ours. */
  readonly leadMs: number;
  readonly topics: ReadonlyMap<string, TopicState>;
  /** The reason why the connection was lost. Empty when the connection lasted. */
  readonly lost: string;
  /** Whether the venue refused us as a caller. */
  readonly denied: boolean;
};

/** The dependencies of `listenTo`. */
export type ListenPorts = { readonly open: OpenTransport; readonly clock: Clock };

/**
 * Number of updates that are enough for the check. It then stops, but not before `minListenMs`. On a quiet market it
 * may get fewer updates, and listens until `maxListenMs`.
 */
const enoughUpdates = 24;
const minListenMs = 2_500;
export const maxListenMs = 6_000;
const lookEveryMs = 100;

/**
 * Opens a separate connection to a stream, listens to topics for some seconds and closes the connection. It needs no
 * stream lease, because its updates answer no caller. Never rejects.
 */
export async function listenTo(
  { stream, url, headers }: StreamTarget,
  topics: readonly string[],
  { open, clock }: ListenPorts,
): Promise<Heard> {
  const startedAtMs = clock.monotonic();
  const elapsedMs = (): number => clock.monotonic() - startedAtMs;
  const seen = { openTookMs: -1, messages: 0, lost: '', denied: false };
  const counts: Partial<Record<StreamCount, number>> = {};
  const agesMs: number[] = [];
  const states = new Map<string, TopicState>();
  const manager = createStreamManager(stream, {
    url,
    headers,
    open: (address, events, sent) =>
      open(
        address,
        {
          ...events,
          onClose: (detail, httpStatus) => {
            seen.denied ||= httpStatus !== undefined && isAccessDenied(httpStatus);
            events.onClose(detail, httpStatus);
          },
          onOpen: () => {
            seen.openTookMs = seen.openTookMs < 0 ? elapsedMs() : seen.openTookMs;
            events.onOpen();
          },
          onMessage: (text) => {
            seen.messages += 1;
            events.onMessage(text);
          },
        },
        sent,
      ),
    clock,
    random: Math.random,
    connectEveryMs: stream.limits.connectEveryMs,
    maxTopics: topics.length,
    onTopic: (topic, state) => {
      if (state !== undefined) {
        states.set(topic, state);
        agesMs.push(...ageOf(state, clock.now()));
      }
    },
    onPrint: () => undefined,
    onCount: (count) => void (counts[count] = (counts[count] ?? 0) + 1),
    onLost: (detail) => void (seen.lost = detail),
  });
  manager.setTopics(topics);
  await until(
    () => elapsedMs() >= maxListenMs || (elapsedMs() >= minListenMs && agesMs.length >= enoughUpdates),
    clock,
  );
  const leadMs = manager.leadMs();
  manager.close();
  return { ...seen, opened: seen.openTookMs >= 0, counts, agesMs, leadMs, topics: states };
}

/**
 * Returns a list with the age of a topic's newest event, among the events that state a time. The list is empty if no
 * event states one.
 */
function ageOf({ trade, quote, funding }: TopicState, nowMs: number): readonly number[] {
  const times = [trade?.atMs, quote?.atMs, funding?.atMs].filter((atMs) => atMs !== undefined);
  return times.length === 0 ? [] : [nowMs - Math.max(...times)];
}

function until(isDone: () => boolean, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isDone()) {
        resolve();
      } else {
        clock.after(lookEveryMs, look);
      }
    };
    look();
  });
}
