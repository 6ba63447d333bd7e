import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import type { TypeIndependence } from '@assay/rpc/gen/assay/engine/v1/TypeIndependence';
import { decisiveKey } from '@assay/independence/verdicts/decisive-key';
import type { PairEvidence } from '@assay/independence/verdicts/explain';
import { storedShareParts, unmeasuredPair, type MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { typeClusters } from '@assay/independence/verdicts/type-clusters';
import type { CountingRules } from './counted-pairs.ts';
import type { Measurement } from './measurement.ts';
import { strongestPair, type KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';

/**
 * Returns the measured independence of one type, or of every measured type.
 * @param type empty for every type.
 * @param statements the statements of the providers about themselves. An aggregator is listed as combining several
 * upstreams even before the measurement has found them.
 */
export function independenceResponse(
  measurement: Pick<Measurement, 'pair' | 'snapshot' | 'isLeader'>,
  type: string,
  statements: CountingRules['statements'] = new Map(),
): GetIndependenceResponse {
  const { keys } = measurement.snapshot();
  const types = [...new Set(keys.map((key) => key.type))].filter((each) => type === '' || each === type).toSorted();
  return {
    leads: measurement.isLeader(),
    types: types.map((each) => typeIndependence(measurement, statements, each, keys)),
  };
}

function typeIndependence(
  measurement: Pick<Measurement, 'pair'>,
  statements: CountingRules['statements'],
  type: string,
  all: readonly KeyVerdicts[],
): TypeIndependence {
  const keys = all.filter((key) => key.type === type).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const names = [...new Set(keys.flatMap(({ pairs }) => pairs.flatMap(({ providers }) => providers)))].toSorted();
  const composites = new Set(keys.flatMap((key) => key.composites));
  const stated = names.filter((name) => statements.get(name)?.kind === 'aggregator');
  const overKeys = (a: string, b: string): MeasuredPair =>
    strongestPair(keys.map(({ key }) => measurement.pair(key, a, b))) ?? unmeasuredPair(a, b);
  const pairs = names.flatMap((a, index) => names.slice(index + 1).map((b) => ({ ...overKeys(a, b), a, b })));
  return {
    type,
    clusters: typeClusters(names, pairs, composites, keys),
    composites: [...new Set([...composites, ...stated])].toSorted(),
    pairs: pairs.map((pair) => pairOverKeys(pair, keys)),
    keys: keys.map(({ key, observations, judgedMs, pairs: ofKey }) => ({
      key,
      observations,
      judged_at_ms: judgedMs,
      pairs: ofKey.map((evidence) => pairOfKey(evidence, measurement.pair(key, ...evidence.providers))),
    })),
  };
}

function pairOverKeys(pair: MeasuredPair, keys: readonly KeyVerdicts[]): PairIndependence {
  const decisive = decisiveKey(pair, keys);
  const measuredReason =
    decisive === undefined ? 'no key has answers of both' : `${decisive.key}: ${decisive.evidence.reason}`;
  return {
    one: pair.a,
    other: pair.b,
    verdict: pair.verdict,
    nats: pair.nats,
    observations: pair.observations,
    since_ms: pair.sinceMs,
    evidence: decisive?.evidence.kinds.map(({ kind, nats, detail }) => ({ kind, nats, detail })) ?? [],
    measured_on: decisive?.key ?? '',
    reason: pair.reason ?? measuredReason,
    max_share_parts: storedShareParts(pair.maxShare),
  };
}

/**
 * Returns the evidence on two providers for one measured key, in the form of a response.
 * @param counted the verdict on the two providers after the counting rules. If a rule lowered the measured verdict, the
 * response contains the lowered verdict.
 */
function pairOfKey(evidence: PairEvidence, counted: MeasuredPair): PairIndependence {
  const { verdict, maxShare, reason = '' } = counted.reason === undefined ? evidence : counted;
  return {
    one: evidence.providers[0],
    other: evidence.providers[1],
    verdict,
    nats: evidence.nats,
    observations: evidence.observations,
    since_ms: evidence.sinceMs ?? 0,
    evidence: evidence.kinds.map(({ kind, nats, detail }) => ({ kind, nats, detail })),
    reason,
    max_share_parts: storedShareParts(maxShare),
  };
}
