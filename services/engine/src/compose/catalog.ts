import type { Catalog } from '@assay/catalog/catalog';
import { remainingMs, type CallContext } from '@assay/rpc/context';
import { subjects } from '@assay/rpc/subjects';
import { systemClock } from '@assay/runtime/clock';
import type { Nats } from '@assay/messaging/nats';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { createAnnouncer } from '../catalog/announce.ts';
import { createFirstAnswers } from '../catalog/first-answers.ts';
import { chainEntries, isNodeServing, nodeKey } from '../catalog/chain-entries.ts';
import { liveCatalog, type LiveEntry } from '../catalog/live-catalog.ts';
import { createProbes } from '../catalog/probes.ts';
import { whenMeasured } from '../catalog/when-measured.ts';
import { paceOf, type EngineConfig } from '../config.ts';
import type { Measurement } from '../monitoring/measurement.ts';
import type { Onchain } from '../onchain/open-onchain.ts';
import type { MeasuredNodes } from '../onchain/reads/plan-nodes.ts';
import { isServing, sourceKey, type SourcesByType } from '../sources/source.ts';
import type { EngineMetrics } from './metrics.ts';
import type { ComposedReferences } from './onchain.ts';
import type { ComposedReplicas } from './replicas.ts';
import type { ComposedSources } from './sources.ts';

const probeTickMs = 250;
const announceTickMs = { live: 1_000, sandbox: 250 } as const;
const idleProbeMs = { live: 300_000, sandbox: 600 } as const;
/** Milliseconds before the deadline of ListTypes that are reserved for sending the response. */
const answerReserveMs = 100;

/** Lists the data types that can be served now. Rejects with UNAVAILABLE until every source and node was asked. */
export type ListTypes = (context: CallContext) => Promise<readonly LiveEntry[]>;

/** The parts of the process from which the live catalog is computed. */
export type CatalogParts = ComposedSources &
  ComposedReferences & {
    readonly catalog: Catalog;
    readonly bounds: ReadonlyMap<string, number>;
    readonly measurement: Measurement;
    readonly measuredNodes: MeasuredNodes;
    readonly onchain: Onchain;
    readonly nats: () => Nats | undefined;
    readonly metrics: EngineMetrics;
  } & Pick<ComposedReplicas, 'views' | 'setOwnView'>;

/** Starts the probes of sources and the announcements of the catalog. Adds the readiness check `sources`. */
export function composeCatalog(parts: CatalogParts, config: EngineConfig, tools: ServiceTools): ListTypes {
  const { catalog, sources, bounds, onchain, measuredNodes, metrics } = parts;
  const probes = createProbes(sources, parts.askByRest, systemClock.monotonic, {
    idleAfterMs: config.ASSAY_PROBE_IDLE_MS ?? idleProbeMs[paceOf(config)],
    leaveHeadroom: config.ASSAY_MODE === 'live',
    onUnexpected: metrics.onUnexpected,
  });
  parts.observations.subscribe(probes.onObservation);
  const { canServe } = parts.views;
  parts.setOwnView(() => (probes.isMeasured() ? unusableBy(sources, onchain) : null));
  const current = (): readonly LiveEntry[] =>
    [
      ...liveCatalog(catalog, sources, bounds, { ...parts, canServe }).filter(({ type }) => !onchain.answers(type)),
      ...chainEntries(catalog, { ...onchain, measured: measuredNodes, canServe }),
    ].toSorted((a, b) => (a.type < b.type ? -1 : 1));
  const announceChanges = createAnnouncer(current, () => announce(parts.nats()));
  const isMeasured = (): boolean => probes.isMeasured() && onchain.poller.isMeasured();
  const checkAnswers = createFirstAnswers({
    isMeasured,
    expected: [...catalog.keys()].filter((type) =>
      onchain.answers(type) ? onchain.nodes.length > 0 : (sources.get(type) ?? []).length > 0,
    ),
    listed: () => current().map(({ type }) => type),
    monotonic: systemClock.monotonic,
    onNothing: () =>
      tools.log.error('no source or node has answered since the start, so every question fails; check the network'),
  });
  tools.check('sources', async () => checkAnswers());
  const announceTick = (): void => {
    if (isMeasured()) {
      announceChanges();
    }
    metrics.breakers(sources, onchain.nodes);
  };
  const onFailure = (error: unknown): void => tools.log.error({ err: error }, 'could not update the live catalog');
  repeat(probes.tick, { name: 'probes', everyMs: probeTickMs, onFailure }, tools);
  repeat(announceTick, { name: 'live catalog', everyMs: announceTickMs[paceOf(config)], onFailure }, tools);
  return async (context) => {
    await whenMeasured([probes, onchain.poller], remainingMs(context) - answerReserveMs, systemClock);
    return current();
  };
}

/** Returns the sources and nodes that this replica cannot use now, by the names that all replicas use. */
function unusableBy(sources: SourcesByType, onchain: Onchain): readonly string[] {
  const down = [...sources.values()].flat().filter((source) => !isServing(source));
  const nodes = onchain.nodes.filter((node) => !isNodeServing(node, onchain.slots));
  return [...down.map(sourceKey), ...nodes.map(({ id }) => nodeKey(id))];
}

/** Announces that the catalog changed. Gateways also poll the catalog, so a lost announcement does no harm. */
function announce(nats: Nats | undefined): void {
  if (nats?.connected() === true) {
    const { subject, encode } = subjects.catalogChanged;
    nats.connection.publish(subject, encode({ changed_at_ms: Date.now() }));
  }
}
