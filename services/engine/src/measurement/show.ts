import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import type { TypeIndependence } from '@assay/rpc/gen/assay/engine/v1/TypeIndependence';
import type { PairEvidence } from '../independence/explain.ts';
import type { Measurement } from './measurement.ts';
import type { KeyPicture, PairVerdict } from './picture.ts';

/** What is known, for a person to read. @param type one type; every measured one when empty. */
export function showIndependence(measurement: Measurement, type: string): GetIndependenceResponse {
  const { keys } = measurement.picture();
  const types = [...new Set(keys.map((key) => key.type))].filter((each) => type === '' || each === type).toSorted();
  return { leads: measurement.leads(), types: types.map((each) => typePicture(measurement, each, keys)) };
}

function typePicture(measurement: Measurement, type: string, all: readonly KeyPicture[]): TypeIndependence {
  const keys = all.filter((key) => key.type === type).toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const names = [...new Set(keys.flatMap(({ pairs }) => pairs.flatMap(({ providers }) => providers)))].toSorted();
  const composites = new Set(keys.flatMap((key) => key.composites));
  const pairs = names.flatMap((one, index) =>
    names.slice(index + 1).map((other) => ({ ...measurement.pair(type, one, other), one, other })),
  );
  return {
    type,
    clusters: clustersOf(names, pairs, composites),
    composites: [...composites].toSorted(),
    pairs: pairs.map((pair) => pairOverKeys(pair, keys)),
    keys: keys.map(({ key, observations, judgedMs, pairs: ofKey }) => ({
      key,
      observations,
      judged_at_ms: judgedMs,
      pairs: ofKey.map(pairOfKey),
    })),
  };
}

/** Who belongs together: whoever shares an upstream, where the link does not lead through a composite. */
function clustersOf(
  names: readonly string[],
  pairs: readonly PairVerdict[],
  composites: ReadonlySet<string>,
): { readonly providers: string[] }[] {
  const group = new Map(names.map((name) => [name, name]));
  for (const { one, other, verdict } of pairs) {
    const bridges = composites.has(one) !== composites.has(other);
    if (verdict === 'shared_upstream' && !bridges) {
      const [keep, drop] = [group.get(one) ?? one, group.get(other) ?? other];
      names.filter((name) => group.get(name) === drop).forEach((name) => group.set(name, keep));
    }
  }
  return [...new Set(group.values())].map((top) => ({ providers: names.filter((name) => group.get(name) === top) }));
}

function pairOverKeys(pair: PairVerdict, keys: readonly KeyPicture[]): PairIndependence {
  const onKeys = keys.flatMap(({ key, pairs }) =>
    pairs
      .filter(({ providers }) => providers.includes(pair.one) && providers.includes(pair.other))
      .map((evidence) => ({ key, evidence })),
  );
  const agreeing = onKeys.filter(({ evidence }) => evidence.verdict === pair.verdict);
  const telling = (agreeing.length > 0 ? agreeing : onKeys).reduce<(typeof onKeys)[number] | undefined>(
    (most, each) =>
      most === undefined ||
      (pair.verdict === 'independent'
        ? each.evidence.observations > most.evidence.observations
        : each.evidence.nats > most.evidence.nats)
        ? each
        : most,
    undefined,
  );
  return {
    one: pair.one,
    other: pair.other,
    verdict: pair.verdict,
    nats: pair.nats,
    observations: pair.observations,
    since_ms: pair.sinceMs,
    evidence: telling?.evidence.kinds.map(({ kind, nats, detail }) => ({ kind, nats, detail })) ?? [],
    reason: telling === undefined ? 'never seen together' : `${telling.key}: ${telling.evidence.reason}`,
  };
}

function pairOfKey(evidence: PairEvidence): PairIndependence {
  return {
    one: evidence.providers[0],
    other: evidence.providers[1],
    verdict: evidence.verdict,
    nats: evidence.nats,
    observations: evidence.observations,
    since_ms: evidence.sinceMs ?? 0,
    evidence: evidence.kinds.map(({ kind, nats, detail }) => ({ kind, nats, detail })),
    reason: evidence.reason,
  };
}
