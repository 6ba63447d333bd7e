import { marketKey } from '@assay/catalog/market';
import { medianOf } from './outcomes.ts';
import type { SourceAnswer } from './ask-source.ts';

/** Fewer answers show no majority. */
const minAnswers = 3;

/**
 * Returns the answers as they are, and those that differ from the middle of the others by more than the tolerance of their
 * type as `disagrees`. Floats are exact enough for a check; no answer to a caller comes from here.
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

/** Answers about the same market, in the same pair and currency, are comparable. Undefined for one without a value. */
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
