import type { Level } from '@assay/catalog/define';
import { gateVerdicts, type GateVerdict } from '@assay/catalog/outcomes';
import type { DecisionView } from '../src/api/decision-view.ts';

const sentences: Readonly<Record<string, string>> = {
  anchored: 'Anchored: the answer was checked against the chain or another primary record.',
  consensus: 'Consensus: at least two independent groups of sources agreed.',
  single_source: 'Single source: no independent source confirmed the answer.',
} satisfies Record<Level, string>;

const verdictSentences: Readonly<Record<GateVerdict, string>> = {
  allow: 'The trade is within your policy.',
  allow_with_caveat: 'The trade is within your policy, and something about it is unconfirmed or unjudged.',
  refuse: 'The trade is not within your policy.',
};

/** Returns whether an outcome is the verdict of a gate. */
function isVerdict(outcome: string): outcome is GateVerdict {
  return (gateVerdicts as readonly string[]).includes(outcome);
}

/**
 * Returns a sentence that says how reliable an answer is. A gate's verdict is an answer too, even if it refuses the
 * trade.
 */
export function levelSentence({ outcome, level }: Pick<DecisionView, 'outcome' | 'level'>): string {
  if (isVerdict(outcome)) {
    const levelText = sentences[level];
    return levelText === undefined
      ? verdictSentences[outcome]
      : `${verdictSentences[outcome]} Its delivered parts have at least this level: ${levelText}`;
  }
  return (
    sentences[level] ??
    (outcome === 'delivered' ? 'The level of this answer is not known.' : 'No answer was delivered.')
  );
}
