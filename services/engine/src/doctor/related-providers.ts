import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';

/** A provider that shares an upstream with the checked provider, according to the measurement. */
export type RelatedProvider = {
  readonly id: string;
  /**
   * The strongest evidence, as a sentence. If the evidence shows which of the two providers follows the other, the
   * sentence says so.
   */
  readonly detail: string;
};

/**
 * Returns the providers that, according to the measurement, share an upstream with the given provider in any type. Each
 * provider occurs once.
 */
export function relatedProviders(
  provider: string,
  { types }: Pick<GetIndependenceResponse, 'types'>,
): readonly RelatedProvider[] {
  const related = new Map<string, string>();
  for (const pair of (types ?? []).flatMap((type) => type.pairs ?? [])) {
    const names = [pair.one ?? '', pair.other ?? ''];
    const id = names.includes(provider) ? names.find((name) => name !== provider) : undefined;
    if (pair.verdict === 'shared_upstream' && id !== undefined && !related.has(id)) {
      related.set(id, strongestEvidence(pair));
    }
  }
  return [...related].map(([id, detail]) => ({ id, detail })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function strongestEvidence({ evidence = [], reason = '' }: PairIndependence): string {
  const [strongest] = evidence
    .filter(({ nats = 0 }) => Number(nats) > 0)
    .toSorted((a, b) => Number(b.nats ?? 0) - Number(a.nats ?? 0));
  return strongest?.detail ?? reason;
}
