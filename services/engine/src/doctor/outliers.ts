import { marketKey } from '@assay/catalog/market';
import { medianOf } from './outcomes.ts';
import type { SourceAnswer } from './ask-source.ts';

/** Minimum number of answers among which a majority can exist. */
const minAnswers = 3;

/**
 * Returns the answers, with the outcome `disagrees` for each outlier. An outlier differs from the median of the other
 * answers by more than the tolerance of its type. Floating-point numbers are exact enough here, because no caller
 * receives the results.
 */
export function withOutliers(answers: readonly SourceAnswer[]): readonly SourceAnswer[] {
  const groups = new Map<string, SourceAnswer[]>();
  for (const answer of answers) {
    const key = comparableKey(answer);
    if (key !== undefined) {
      groups.set(key, [...(groups.get(key) ?? []), answer]);
    }
  }
  const outlying = new Map<SourceAnswer, string>();
  for (const group of [...groups.values()].filter(({ length }) => length >= minAnswers)) {
    const middle = medianOf(group.map(valueOf)) ?? 0;
    for (const answer of group) {
      const bps = (Math.abs(valueOf(answer) - middle) / middle) * 10_000;
      if (bps > (answer.source.type.agreement?.toleranceBps ?? Number.POSITIVE_INFINITY)) {
        outlying.set(answer, `${Math.round(bps)} basis points from the middle of ${group.length} answers`);
      }
    }
  }
  return answers.map((answer) => {
    const detail = outlying.get(answer);
    return detail === undefined ? answer : { ...answer, outcome: 'disagrees', detail };
  });
}

/**
 * Returns the same key for answers that can be compared with each other: answers about the same market, pair and
 * currency. Returns undefined for an answer without a value.
 */
function comparableKey({ source, params, outcome, observation }: SourceAnswer): string | undefined {
  const { agreement } = source.type;
  return agreement === undefined || outcome !== 'ok'
    ? undefined
    : [
        marketKey(source.type, params),
        ...agreement.identityFields.map((name) => String(observation?.data?.[name])),
      ].join(' ');
}

function valueOf({ source, observation }: SourceAnswer): number {
  return Number(observation?.data?.[source.type.agreement?.field ?? '']);
}
