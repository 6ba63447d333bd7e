import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import type { TypeIndependence } from '@assay/rpc/gen/assay/engine/v1/TypeIndependence';
import type { PairEvidence } from '@assay/independence/explain';
import type { MeasuredPair } from '@assay/independence/measured-pair';
import type { Measurement } from './measurement.ts';
import type { KeyVerdicts } from '@assay/independence/verdict-snapshot';

/**
 * Returns the measured independence of one type, or of every measured type.
 * @param type empty for every type.
 */
export function independenceResponse(
  measurement: Pick<Measurement, 'pair' | 'snapshot' | 'isLeader'>,
  type: string,
): GetIndependenceResponse {
  const { keys } = measurement.snapshot();
  const types = [...new Set(keys.map((key) => key.type))].filter((each) => type === '' || each === type).toSorted();
  return { leads: measurement.isLeader(), types: types.map((each) => typeIndependence(measurement, each, keys)) };
}

function typeIndependence(
  measurement: Pick<Measurement, 'pair'>,
  type: string,
  all: readonly KeyVerdicts[],
): TypeIndependence {
  const keys = all.filter((key) => key.type === type).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const names = [...new Set(keys.flatMap(({ pairs }) => pairs.flatMap(({ providers }) => providers)))].toSorted();
  const composites = new Set(keys.flatMap((key) => key.composites));
  const pairs = names.flatMap((a, index) =>
    names.slice(index + 1).map((b) => ({ ...measurement.pair(type, a, b), a, b })),
  );
  return {
    type,
    clusters: clustersOf(names, pairs, composites, keys),
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

/**
 * Returns the composites and their copies. A copy of a composite also shares evidence with the composite's inputs, but less
 * than with the composite itself. Without this rule a copy would join the group of the strongest input.
 */
function withCopies(pairs: readonly MeasuredPair[], composites: ReadonlySet<string>): ReadonlySet<string> {
  const shared = new Map<string, number>();
  for (const { a, b, verdict, nats } of pairs) {
    if (verdict === 'shared_upstream') {
      shared.set(`${a} ${b}`, nats).set(`${b} ${a}`, nats);
    }
  }
  const all = new Set(composites);
  const strength = (a: string, b: string): number => shared.get(`${a} ${b}`) ?? 0;
  const links = [...shared.keys()].map((link) => link.split(' ') as [string, string]);
  // The strongest link comes first. Every later candidate then shares only inputs with the composite.
  for (const [name, composite] of links.toSorted((left, right) => strength(...right) - strength(...left))) {
    const inputs = links.flatMap(([copy, input]) =>
      copy === name && !all.has(input) && strength(composite, input) > 0 ? [input] : [],
    );
    const clearest = inputs.every((input) => strength(name, composite) > strength(name, input));
    if (composites.has(composite) && inputs.length > 0 && clearest) {
      all.add(name);
    }
  }
  return all;
}

/** Returns the groups of providers that share an upstream. Links between a composite and its inputs do not join groups. */
function clustersOf(
  names: readonly string[],
  pairs: readonly MeasuredPair[],
  found: ReadonlySet<string>,
  keys: readonly KeyVerdicts[],
): { readonly providers: string[] }[] {
  const isPartial = ({ a, b }: MeasuredPair): boolean => {
    const shared = keys.flatMap((key) =>
      key.pairs.filter(
        ({ providers, verdict }) => verdict === 'shared_upstream' && providers.includes(a) && providers.includes(b),
      ),
    );
    return shared.length > 0 && shared.every(({ partly }) => partly === true);
  };
  const composites = withCopies(pairs, found);
  const group = new Map(names.map((name) => [name, name]));
  for (const pair of pairs) {
    const { a, b, verdict } = pair;
    const bridges = composites.has(a) !== composites.has(b);
    if (verdict === 'shared_upstream' && !bridges && !isPartial(pair)) {
      const [keep, drop] = [group.get(a) ?? a, group.get(b) ?? b];
      names.filter((name) => group.get(name) === drop).forEach((name) => group.set(name, keep));
    }
  }
  return [...new Set(group.values())].map((top) => ({ providers: names.filter((name) => group.get(name) === top) }));
}

function pairOverKeys(pair: MeasuredPair, keys: readonly KeyVerdicts[]): PairIndependence {
  const onKeys = keys.flatMap(({ key, pairs }) =>
    pairs
      .filter(({ providers }) => providers.includes(pair.a) && providers.includes(pair.b))
      .map((evidence) => ({ key, evidence })),
  );
  const agreeing = onKeys.filter(({ evidence }) => evidence.verdict === pair.verdict);
  const decisive = (agreeing.length > 0 ? agreeing : onKeys).reduce<(typeof onKeys)[number] | undefined>(
    (best, each) =>
      best === undefined ||
      (pair.verdict === 'independent'
        ? each.evidence.observations > best.evidence.observations
        : each.evidence.nats > best.evidence.nats)
        ? each
        : best,
    undefined,
  );
  return {
    one: pair.a,
    other: pair.b,
    verdict: pair.verdict,
    nats: pair.nats,
    observations: pair.observations,
    since_ms: pair.sinceMs,
    evidence: decisive?.evidence.kinds.map(({ kind, nats, detail }) => ({ kind, nats, detail })) ?? [],
    reason: decisive === undefined ? 'no key has answers of both' : `${decisive.key}: ${decisive.evidence.reason}`,
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
