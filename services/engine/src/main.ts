import { loadCatalog } from '@assay/catalog/catalog';
import { services } from '@assay/rpc/load';
import { systemClock } from '@assay/runtime/clock';
import type { BaseConfig } from '@assay/runtime/config';
import { connectInBackground } from '@assay/messaging/nats';
import { serveRpc } from '@assay/runtime/rpc-server';
import { runService, type ServiceTools } from '@assay/runtime/run';
import { attemptBounds } from './catalog/live-catalog.ts';
import { composeCatalog } from './compose/catalog.ts';
import { createEngineMetrics, type EngineMetrics } from './compose/metrics.ts';
import { composeDoctor } from './compose/doctor.ts';
import { composeNodes, composeReferences } from './compose/onchain.ts';
import { composeOperators } from './compose/operators.ts';
import { composeReplicas } from './compose/replicas.ts';
import { composeSources } from './compose/sources.ts';
import { composeStorage } from './compose/storage.ts';
import { composeStreams } from './compose/streams.ts';
import { composeTraces } from './compose/traces.ts';
import { engineConfig, paceOf, type EngineConfig } from './config.ts';
import { recordAttemptSpans } from './decisions/attempt-spans.ts';
import { encodeDecision } from './decisions/decision.ts';
import { createUndecidedSwaps } from './decisions/undecided-swaps.ts';
import { createHandlers, type HandlerPorts } from './handlers.ts';
import { loadPoints } from './monitoring/evidence-store.ts';
import { statementsOf } from './monitoring/counted-pairs.ts';
import { independenceResponse } from './monitoring/independence-response.ts';
import { nodesKey } from './monitoring/node-measurement.ts';
import type { Measurement } from './monitoring/measurement.ts';
import { openMeasurement } from './monitoring/open-measurement.ts';
import type { MeasuredNodes } from './onchain/reads/plan-nodes.ts';
import { unmeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { createPriceMovement } from '@assay/independence/price-movement';
import { openOnchain } from './onchain/open-onchain.ts';
import { openOpinions } from './onchain/opinions/open-opinions.ts';
import { believedSigners } from './references/believed-signers.ts';
import { signedPriceReader } from './references/signed-price.ts';
import { createKnownValues } from './verification/known-values.ts';
import { verify, type VerifyPorts } from './verification/verify.ts';

const clock = systemClock;

await runService({ name: 'engine', config: engineConfig, start });

async function start(config: EngineConfig & BaseConfig, tools: ServiceTools) {
  const catalog = await loadCatalog();
  const metrics = createEngineMetrics(tools);
  const nats = connectInBackground(config, 'engine', 'decisions go to the outbox', tools);
  const { postgres, pages, pipeline } = composeStorage(config, nats, metrics, tools);
  const shared = { metrics, ...composeReplicas(postgres, tools) };
  const nodes = composeNodes(config, shared, tools);
  const { isAlone } = shared.views;
  const { onUnexpected } = metrics;
  const composed = await composeSources(catalog, config, shared, tools, nodes.slots.timeOf, (opened) =>
    composeStreams(opened, config, { postgres, nats, isAlone, onUnexpected }, tools),
  );
  const { sources, unkeyed, providers, ask, fetch, observations, streamed, prints } = composed;
  // The measurement also measures the references, so the references must exist before it.
  const opened: { measurement?: Measurement } = {};
  const measuredNodes: MeasuredNodes = (a, b) => opened.measurement?.pair(nodesKey, a, b) ?? unmeasuredPair(a, b);
  const pyth = sources.get('token.price')?.find(({ provider }) => provider.id === 'pyth');
  const signed = signedPriceReader(pyth, believedSigners(config), fetch, clock, metrics.signedPrice);
  const movement = createPriceMovement();
  const references = composeReferences(nodes, measuredNodes, catalog, config, signed, movement, tools);
  const common = { catalog, clock, fetch, sources, providers, ask, references: references.references, onUnexpected };
  const { ASSAY_MODE: mode, ASSAY_EVIDENCE_RETENTION_DAYS: evidenceDays } = config;
  const settings = { mode, pace: paceOf(config), evidenceDays };
  const measurement = await openMeasurement(
    { ...common, ...settings, ...metrics.measured, prints, postgres, nats, nodes: nodes.nodes, movement },
    tools,
  );
  opened.measurement = measurement;
  const known = createKnownValues(clock.monotonic);
  for (const feed of [observations, streamed]) {
    feed.subscribe(measurement.onObservation);
    feed.subscribe(known.onObservation);
  }
  const opinions = openOpinions(providers, catalog, composed.settings, {
    ...common,
    onAttempt: metrics.attempt,
  });
  const onchain = await openOnchain(nodes, { catalog, clock, measured: measuredNodes, opinions });
  const bounds = attemptBounds(sources);
  const parts = { ...composed, ...references, ...shared, catalog, bounds, measurement, measuredNodes, onchain, nats };
  const ports: VerifyPorts = {
    ...common,
    unkeyed,
    maxAttempts: (type) => bounds.get(type) ?? 1,
    pair: measurement.pair,
    isPlausible: known.isPlausible,
    isOutlier: measurement.outliers.isOutlier,
    onQuestion: measurement.onQuestion,
  };
  const listTypes = composeCatalog(parts, config, tools);
  const independence = (type: string) => independenceResponse(measurement, type, statementsOf(providers));
  const GetDiagnosis = composeDoctor({ ...parts, postgres, independence, listTypes }, config, tools);
  const handlers = createHandlers({
    verify: async (question, context) =>
      onchain.answers(question.type) ? onchain.verify(question, context) : verify(question, context, ports),
    verifySwap: onchain.verifySwap,
    undecided: createUndecidedSwaps(clock.monotonic),
    record: async (decision, restsOn) =>
      pipeline.writer.write(encodeDecision(decision, restsOn), decision.traceparent ?? ''),
    listTypes,
    independence,
    pairEvidence: (pair) => loadPoints(pages, pair),
    ...composeTraces(pages, tools),
    onDecision: decisionObserver(metrics),
    now: clock.now,
  });
  return {
    rpc: await serveRpc(services.engine, { ...handlers, GetDiagnosis }, config, tools, composeOperators(config, tools)),
  };
}

/** Returns a function that counts each decision and adds the spans of its attempts to the trace of the call. */
function decisionObserver(metrics: Pick<EngineMetrics, 'decision'>): HandlerPorts['onDecision'] {
  return (report, context) => {
    metrics.decision(report.type.id, report.outcome, report.level ?? 'none');
    recordAttemptSpans(report.attempts, clock.now(), context.trace);
  };
}
