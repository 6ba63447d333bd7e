import type { PairEvidence } from './explain.ts';
import type { MeasuredPair } from './measured-pair.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The evidence on a pair, and the key on which it was measured. */
export type DecisiveKey = { readonly key: string; readonly evidence: PairEvidence };

/**
 * Returns the key with the strongest evidence for the verdict on a pair, for display. If no key has this verdict, it
 * returns the key with the strongest evidence for any verdict. Returns undefined if the two have no answers on a common
 * key.
 */
export function decisiveKey(pair: MeasuredPair, keys: readonly KeyVerdicts[]): DecisiveKey | undefined {
  const onKeys = keys.flatMap(({ key, pairs }) =>
    pairs
      .filter(({ providers }) => providers.includes(pair.a) && providers.includes(pair.b))
      .map((evidence) => ({ key, evidence })),
  );
  const agreeing = onKeys.filter(({ evidence }) => evidence.verdict === pair.verdict);
  const strength = ({ evidence }: DecisiveKey): number =>
    pair.verdict === 'independent' ? evidence.observations : evidence.nats;
  return (agreeing.length > 0 ? agreeing : onKeys).toSorted((a, b) => strength(b) - strength(a))[0];
}
