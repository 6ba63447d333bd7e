import type { Catalog } from '@assay/catalog/catalog';
import { createNameResolver } from '@assay/egress/name-resolver';
import { Fault } from '@assay/faults/faults';
import type { Provider } from '@assay/providers/define';
import type { CallContext } from '@assay/rpc/context';
import type { GetDiagnosisRequest__Output } from '@assay/rpc/gen/assay/engine/v1/GetDiagnosisRequest';
import type { GetDiagnosisResponse } from '@assay/rpc/gen/assay/engine/v1/GetDiagnosisResponse';
import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import { systemClock } from '@assay/runtime/clock';
import type { BaseConfig } from '@assay/runtime/config';
import { checkService } from '@assay/diagnosis/check-service';
import { findingsResponse, type Finding } from '@assay/diagnosis/finding';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import type { ServiceTools } from '@assay/runtime/run';
import type { FetchProvider } from '@assay/providers/fetch';
import { openTransport } from '@assay/streams/open-transport';
import type { EngineConfig } from '../config.ts';
import { checkNodes } from '../doctor/check-nodes.ts';
import { checkProviders } from '../doctor/check-providers.ts';
import { checkSignedPrices } from '../doctor/check-signed-prices.ts';
import { checkStreams } from '../doctor/check-streams.ts';
import { checkTypes } from '../doctor/check-types.ts';
import { reachHost } from '../doctor/reach.ts';
import { relatedProviders } from '../doctor/related-providers.ts';
import type { Onchain } from '../onchain/open-onchain.ts';
import type { MeasuredNodes } from '../onchain/reads/plan-nodes.ts';
import { believedSigners } from '../references/believed-signers.ts';
import type { ReferenceHealth } from '../references/health.ts';
import { priceAccounts } from '../references/pyth-accounts.ts';
import { attemptTimeoutMs } from '../sources/attempt.ts';
import { createHostFetch } from '../sources/host-fetch.ts';
import type { SourcesByType } from '../sources/source.ts';
import type { ListTypes } from './catalog.ts';
import { streamTargets } from './streams.ts';

/** The parts of the process that the operator's check examines. */
export type DoctorParts = {
  readonly catalog: Catalog;
  readonly providers: readonly Provider[];
  readonly sources: SourcesByType;
  readonly fetch: FetchProvider;
  readonly onchain: Onchain;
  readonly measuredNodes: MeasuredNodes;
  readonly independence: (type: string) => GetIndependenceResponse;
  readonly listTypes: ListTypes;
  readonly referenceHealth: Pick<ReferenceHealth, 'of'>;
  readonly postgres: Postgres;
  readonly nats: () => Nats | undefined;
};

/**
 * A part of the operator's check. The operator's command requests each part separately, by its name, and each part has
 * its own time limit. So the command can show progress.
 */
type Part = (request: GetDiagnosisRequest__Output, context: CallContext) => Promise<readonly Finding[]>;

/**
 * Returns the handler of the operator's check. The check asks each provider, stream and node once, charges no account,
 * and takes at most seven seconds. No finding contains a URL or a key.
 */
export function composeDoctor(
  parts: DoctorParts,
  config: EngineConfig & BaseConfig,
  tools: ServiceTools,
): (request: GetDiagnosisRequest__Output, context: CallContext) => Promise<GetDiagnosisResponse> {
  const byName: Readonly<Record<string, Part>> = {
    '': () => checkService('engine', { ...parts, config, schema: 'engine' }, tools),
    sources: (request) => checkSources(request, parts, config),
    nodes: () =>
      checkNodes({
        nodes: parts.onchain.nodes,
        priceAccount: priceAccounts(false)('SOL')[0]?.address ?? '',
        fetch: parts.onchain.fetch,
        clock: systemClock,
        clockRule: parts.onchain.clockRule,
        reach: reachHost,
        relation: (a, b) => parts.measuredNodes(a, b).verdict,
      }),
    types: async (_request, context) =>
      checkTypes({
        catalog: parts.catalog,
        live: await parts.listTypes(context),
        independence: parts.independence(''),
        isOnChain: parts.onchain.answers,
        nodeCount: parts.onchain.nodes.length,
        hasFailedReference: (type) => parts.referenceHealth.of(type)?.usable === false,
      }),
  };
  return async (request, context) => {
    const part = byName[request.part];
    if (part === undefined) {
      throw new Fault('INVALID_PARAM', `the part must be empty, or one of sources, nodes and types`);
    }
    return findingsResponse(await part(request, context));
  };
}

async function checkSources(
  request: GetDiagnosisRequest__Output,
  { providers, sources, fetch, onchain, independence }: DoctorParts,
  config: EngineConfig,
): Promise<readonly Finding[]> {
  const opinions = [...onchain.opinions.values()].flatMap((each) => each.sources);
  const open = [...sources.values()].flat();
  const common = { sources: [...open, ...opinions], clock: systemClock, reach: reachHost };
  const checked = checkProviders(
    { allAssets: request.all_assets, billed: request.billed },
    {
      ...common,
      providers,
      mode: config.ASSAY_MODE,
      fetch,
      fetchHost: createHostFetch({ resolve: createNameResolver(), totalMs: attemptTimeoutMs }),
      slotTime: onchain.slots.timeOf,
      relatedTo: (provider) => relatedProviders(provider, independence('')),
    },
  );
  const streams = checkStreams(
    checked.then(({ answers }) => answers),
    {
      ...common,
      targets: await streamTargets(sources, config),
      open: openTransport,
      freshForMs: config.ASSAY_STREAM_FRESH_MS,
    },
  );
  const signed = checkSignedPrices({
    pyth: open.find(({ provider, type }) => provider.id === 'pyth' && type.id === 'token.price'),
    believed: believedSigners(config),
    fetch,
    clock: systemClock,
    reach: reachHost,
  });
  return [...(await checked).findings, ...(await signed), ...(await streams)];
}
