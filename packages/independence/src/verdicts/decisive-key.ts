import type { PairEvidence } from './explain.ts';
import type { MeasuredPair } from './measured-pair.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The evidence on a pair, with its key. */
export type DecisiveKey = { readonly key: string; readonly evidence: PairEvidence };

/**
 * Returns the key with the strongest evidence for a verdict over several keys, for people. Where no key has this verdict,
 * it is the key with the strongest evidence of any. Undefined when no key has answers of both.
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
