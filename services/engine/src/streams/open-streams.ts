import { randomUUID } from 'node:crypto';
import type { ProviderStream } from '@assay/providers/define-stream';
import type { Clock } from '@assay/runtime/clock';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { createSubscribe } from '@assay/messaging/subscribe';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { createDemand } from '@assay/streams/demand';
import { createLatestUpdates } from '@assay/streams/latest-updates';
import { createStreamLeases, leaseMs, renewEveryMs, type StreamLeases } from '@assay/streams/leases';
import { createStreamManager, type StreamManager } from '@assay/streams/manager';
import type { TopicState } from '@assay/streams/topic-state';
import type { OpenTransport } from '@assay/streams/transport';
import { openPrints } from './open-prints.ts';
import type { StreamPrints } from './print-listener.ts';
import { createStreamSharing, type StreamSharing } from './sharing.ts';
import { holdStreamLeases, releaseStreamLeases } from './store.ts';
import { createStreamAnswers, type StreamAnswers, type StreamBounds } from './stream-answers.ts';
import type { StreamMetrics } from './stream-metrics.ts';

/** A stream, and the URL at which this deployment reaches it. */
export type StreamTarget = {
  readonly stream: ProviderStream;
  readonly url: string;
  /** The headers with the operator's key. Empty when there is no key. */
  readonly headers: Readonly<Record<string, string>>;
};

/** The answers and the trades of open streams. */
export type OpenStreams = { readonly answers: StreamAnswers; readonly prints: StreamPrints };

/** The dependencies of open streams. */
export type StreamWorld = StreamBounds & {
  readonly targets: readonly StreamTarget[];
  /** The topics to which this replica is always subscribed, by stream. */
  readonly permanent: ReadonlyMap<string, readonly string[]>;
  /** Minimum milliseconds between two attempts to connect. When absent, each venue's documented limit applies. */
  readonly connectEveryMs?: number;
  /**
   * Milliseconds to wait before the next attempt to connect to a venue that refused us. When absent, the default
   * applies.
   */
  readonly deniedForMs?: number;
  readonly open: OpenTransport;
  readonly postgres: Postgres;
  readonly nats: () => Nats | undefined;
  /** Returns whether no other replica is present. */
  readonly isAlone: () => boolean;
  readonly metrics: StreamMetrics;
  /** Receives an unexpected error in the handling of a stream's message. */
  readonly onUnexpected?: (stream: string, error: unknown) => void;
  readonly clock: Clock;
};

const maxTopics = 200;
const maxLatest = 4_096;
const followDemandEveryMs = 250;
const announceEveryMs = 10_000;

/**
 * Opens the streams, with their leases, their connections and the exchange with the other replicas. The streams end
 * when the service stops.
 */
export function openStreams(world: StreamWorld, tools: Pick<ServiceTools, 'log' | 'defer' | 'metrics'>): OpenStreams {
  const { targets, clock, postgres, metrics } = world;
  const holder = randomUUID();
  const latest = createLatestUpdates(maxLatest);
  const demand = createDemand(world.permanent, clock.monotonic);
  const streams = targets.map(({ stream }) => stream);
  const ids = streams.map(({ id }) => id).toSorted();
  const managers = new Map<string, StreamManager>();
  const warn = createThrottledWarning(tools.log, undefined, clock.monotonic);
  const sharing = createStreamSharing({
    holder,
    nats: world.nats,
    subscribe: createSubscribe(tools),
    latest,
    demand,
    leadMs: (id) => managers.get(id)?.leadMs() ?? 0,
    printTopics: () => prints.topics(),
    onPrintsWanted: (id, topics) => prints.onWanted(id, topics),
    isAlone: world.isAlone,
    after: clock.after,
    onFailure: (error) => warn('could not share stream updates', error),
  });
  const prints = openPrints({ ...world, streams, holder, demand, announce: () => sharing.announce(), warn }, tools);
  const leases = createStreamLeases(() => holdStreamLeases(postgres, holder, ids, leaseMs), clock);
  const onTopic = (id: string) => (topic: string, state: TopicState | undefined) => {
    if (state === undefined) {
      latest.drop(id, topic);
    } else {
      latest.set(id, topic, { state, leadMs: managers.get(id)?.leadMs() ?? 0, path: 'direct' });
    }
    sharing.offer(id, topic, state);
  };
  for (const { stream, ...target } of targets) {
    managers.set(
      stream.id,
      createStreamManager(stream, {
        ...connectionPorts(world, stream, target),
        onTopic: onTopic(stream.id),
        onPrint: (print) => prints.onOwnPrint({ stream: stream.id, print }),
        onCount: (count) => metrics.event(stream.id, count),
        onUnexpected: (error) => world.onUnexpected?.(stream.id, error),
        onLost: (detail) => warn(`lost the stream of ${stream.id}`, undefined, { cause: detail }),
      }),
    );
  }
  const follow = (): void => {
    for (const [id, manager] of managers) {
      const held = leases.holds(id);
      manager.setTopics(held ? demand.wanted(id) : []);
      metrics.state(id, held, manager);
    }
    sharing.tick();
    prints.tick();
  };
  startTasks({ leases, sharing, follow }, warn, tools);
  const release = (): Promise<void> => releaseStreamLeases(postgres, holder, [...managers.keys()]);
  tools.defer('streams', async () => {
    managers.forEach((manager) => manager.close());
    await release().catch((error: unknown) => warn('could not release the stream leases', error));
  });
  return {
    answers: createStreamAnswers({ ...world, streams, latest, demand, now: clock.now, onQuestion: metrics.question }),
    prints,
  };
}

/** Returns the dependencies of a stream that depend on its URL and on the deployment. */
function connectionPorts(
  { open, clock, connectEveryMs, deniedForMs }: StreamWorld,
  { limits }: ProviderStream,
  target: Pick<StreamTarget, 'url' | 'headers'>,
) {
  return {
    ...target,
    open,
    clock,
    random: Math.random,
    connectEveryMs: connectEveryMs ?? limits.connectEveryMs,
    maxTopics,
    ...(deniedForMs === undefined ? {} : { deniedForMs }),
  };
}

function startTasks(
  { leases, sharing, follow }: { leases: StreamLeases; sharing: StreamSharing; follow: () => void },
  warn: (message: string, error?: unknown) => void,
  tools: Pick<ServiceTools, 'defer'>,
): void {
  // A replica connects as soon as it has acquired a lease. So when another replica fails, its streams are back after
  // the duration of the lease and one renewal.
  const renew = (): Promise<void> => leases.renew().then(follow);
  const tasks = [
    { name: 'renew the stream leases', everyMs: renewEveryMs, run: renew },
    { name: 'follow the demand for streams', everyMs: followDemandEveryMs, run: follow },
    { name: 'announce the demand for streams', everyMs: announceEveryMs, run: sharing.announce },
  ];
  for (const { name, everyMs, run } of tasks) {
    repeat(run, { name, everyMs, onFailure: (error) => warn(`could not ${name}`, error) }, tools);
  }
}
