import type { ProviderStream } from '@assay/providers/define-stream';
import type { Clock } from '@assay/runtime/clock';
import type { ServiceTools } from '@assay/runtime/run';
import { createSubscribe } from '@assay/messaging/subscribe';
import type { Demand } from '@assay/streams/demand';
import type { PrintListener, PrintOfStream, StreamPrints } from './print-listener.ts';
import { createPrintSharing, type PrintSharing, type PrintSharingPorts } from './print-sharing.ts';
import type { StreamMetrics } from './stream-metrics.ts';
import { createWantedPrints, type WantedPrints } from './wanted-prints.ts';

/**
 * The trades (prints) that this replica's streams receive. They go to the measurement of the leader, which may be this
 * replica or another one.
 */
export type OpenPrints = StreamPrints &
  Pick<PrintSharing, 'onWanted' | 'tick'> &
  Pick<WantedPrints, 'topics'> & {
    /** Receives a trade from one of this replica's own connections. */
    readonly onOwnPrint: (print: PrintOfStream) => void;
  };

/**
 * Opens the path on which trades reach the measurement. Before a listener is set, trades go only to the other replica
 * that requested them.
 */
export function openPrints(
  world: Pick<PrintSharingPorts, 'nats'> & {
    /** UUID of this replica. */
    readonly holder: string;
    readonly streams: readonly ProviderStream[];
    readonly demand: Demand;
    readonly clock: Clock;
    readonly metrics: StreamMetrics;
    /** Immediately announces to the other replicas which trades this replica wants. */
    readonly announce: () => void;
    readonly warn: (message: string, error?: unknown) => void;
  },
  tools: Pick<ServiceTools, 'log' | 'metrics'>,
): OpenPrints {
  let listener: PrintListener = { onOwnPrint: () => false, onSharedPrints: () => undefined };
  const { topics, want } = createWantedPrints(world.demand, world.announce, world.clock.monotonic);
  const { offer, onWanted, tick } = createPrintSharing({
    ...world,
    sender: world.holder,
    subscribe: createSubscribe(tools),
    onPrints: (sharedPrints) => listener.onSharedPrints(sharedPrints),
    onDropped: world.metrics.printsDropped,
    onFailure: (error) => world.warn('could not share the trades of streams', error),
  });
  return {
    streams: world.streams,
    listen: (newListener) => (listener = newListener),
    want,
    topics,
    onWanted,
    tick,
    onOwnPrint: (print) => {
      if (!listener.onOwnPrint(print)) {
        offer(print);
      }
    },
  };
}
