import type { Level } from '@assay/catalog/define';
import type { DecisionView } from '../src/api/decision-view.ts';

const sentences: Readonly<Record<string, string>> = {
  anchored: 'Anchored: the answer was checked against the chain or another primary record.',
  consensus: 'Consensus: at least two independent groups of sources agreed.',
  single_source: 'Single source: no independent source confirmed the answer.',
} satisfies Record<Level, string>;

/** Returns a sentence that says how reliable an answer is. */
export function levelSentence({ outcome, level }: Pick<DecisionView, 'outcome' | 'level'>): string {
  return (
    sentences[level] ??
    (outcome === 'delivered' ? 'The level of this answer is not known.' : 'No answer was delivered.')
  );
}
