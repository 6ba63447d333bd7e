import type { DataType } from '@assay/catalog/define';
import type { ReferenceReading } from './reference.ts';
import type { MeasuredPair } from './measured-pair.ts';
import type { DeliveredAttempt } from './consult.ts';
import { differenceBps, judgeLevel, type Judged, type LevelQuestion, type Relation } from './levels.ts';

/** What was measured about two providers of a type, the reference's own name among them. */
export type Measured = (a: string, b: string) => MeasuredPair;

/** What one call's answers came to. */
export type Comparison = {
  /** The answers that were compared: those about the very thing that the first one is about, in the order of the plan. */
  readonly compared: readonly DeliveredAttempt[];
  /** Undefined when nobody answered. */
  readonly judged: Judged | undefined;
  /** Every pair whose verdict was looked at, as it was. */
  readonly pairs: readonly MeasuredPair[];
};

/**
 * Compares what sources said, and what the reference said where there is one.
 * @param answered in the order of the plan.
 */
export function compare(
  type: DataType,
  answered: readonly DeliveredAttempt[],
  reference: { readonly id: string; readonly reading: ReferenceReading } | undefined,
  measured: Measured,
): Comparison {
  const { agreement } = type;
  const [first] = answered;
  if (agreement === undefined || first === undefined) {
    return { compared: answered.slice(0, 1), judged: first && alone(), pairs: [] };
  }
  const sameThing = (attempt: DeliveredAttempt): boolean =>
    agreement.sameFields.every((name) => attempt.observation.data?.[name] === first.observation.data?.[name]);
  const compared = answered.filter(sameThing);
  const pairs = new Map<string, MeasuredPair>();
  const relation = (a: string, b: string): Relation => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let pair = pairs.get(key);
    if (pair === undefined) {
      pair = measured(a, b);
      pairs.set(key, pair);
    }
    return pair.verdict;
  };
  const said = reference?.reading.said;
  const question: LevelQuestion = {
    answers: compared.map(({ step, observation }) => ({
      name: step.source.provider.id,
      value: String(observation.data?.[agreement.field]),
    })),
    ...(reference === undefined || said === undefined ? {} : { reference: { name: reference.id, ...said } }),
    toleranceBps: agreement.toleranceBps,
    relation,
  };
  return { compared, judged: judgeLevel(question), pairs: [...pairs.values()] };
}

function alone(): Judged {
  const standing = {
    groupsFor: 1,
    groupsAgainst: 0,
    confirmedBy: [],
    contradictedBy: [],
    reference: 'absent',
  } as const;
  return { kind: 'level', level: 'single_source', place: 0, standing };
}

/** Why a level was reached, naming who confirms it and who was outvoted. */
export function levelReason(
  type: DataType,
  comparison: Comparison,
  judged: Extract<Judged, { kind: 'level' }>,
  reference: ReferenceReading | undefined,
): string {
  const { standing, level, place } = judged;
  const confirming = standing.confirmedBy.map((index) => nameOf(comparison, index));
  const outvoted = standing.contradictedBy.map((index) => apart(type, comparison, place, index));
  const but = outvoted.length === 0 ? '' : `; outvoted: ${outvoted.join(', ')}`;
  if (level === 'anchored') {
    const also =
      confirming.length === 0 ? '' : `, and so ${confirming.length === 1 ? 'does' : 'do'} ${listed(confirming)}`;
    return `the price account on chain agrees (${gap(type, comparison, place, reference)})${also}${but}`;
  }
  return `${listed([nameOf(comparison, place), ...confirming])}, measured to be independent, agree${but}`;
}

/** Why nothing can be delivered: who contradicts whom, and by how much. */
export function conflictReason(
  type: DataType,
  comparison: Comparison,
  judged: Judged,
  reference: ReferenceReading | undefined,
): string {
  const { place, standing } = judged;
  const tolerance = type.agreement?.toleranceBps ?? 0;
  if (standing.reference === 'contradicts') {
    return `the price account on chain contradicts ${nameOf(comparison, place)} (${gap(type, comparison, place, reference)}; at most ${tolerance} would agree)`;
  }
  const parts = standing.contradictedBy.map((index) => apart(type, comparison, place, index));
  return `sources contradict one another without a majority: ${nameOf(comparison, place)} is contradicted by ${parts.join(', ')}; at most ${tolerance} basis points would agree`;
}

/** Why a level stayed below what the type could reach, for one that was delivered or refused for it. */
export function shortfallReason(
  type: DataType,
  comparison: Comparison,
  judged: Extract<Judged, { kind: 'level' }>,
  reference: { readonly id: string; readonly reading: ReferenceReading } | undefined,
): string {
  if (type.topLevel === 'single_source') {
    return type.topLevelReason ?? '';
  }
  const reasons: string[] = [];
  const missing = missingReference(comparison, judged, reference);
  if (type.topLevel === 'anchored') {
    reasons.push(missing);
  } else if (judged.level === 'consensus') {
    reasons.push(type.topLevelReason ?? '');
  }
  if (judged.level === 'single_source') {
    reasons.push(missingPeers(comparison, judged));
  }
  return reasons.join('; ');
}

function missingReference(
  comparison: Comparison,
  judged: Judged,
  reference: { readonly id: string; readonly reading: ReferenceReading } | undefined,
): string {
  if (reference === undefined) {
    return 'no reference on chain covers it';
  }
  if (reference.reading.said === undefined) {
    return reference.reading.detail;
  }
  const source = comparison.compared[judged.place]?.step.source.provider.id ?? '';
  const pair = comparison.pairs.find(({ a, b }) => [a, b].includes(source) && [a, b].includes(reference.id));
  return pair?.verdict === 'shared_upstream'
    ? `${nameOf(comparison, judged.place)} shares its upstream with the price account on chain`
    : `${nameOf(comparison, judged.place)} is not measured yet to be independent of the price account on chain`;
}

function missingPeers(comparison: Comparison, judged: Judged): string {
  const others = comparison.compared.filter((_attempt, index) => index !== judged.place);
  if (others.length === 0) {
    return 'no independent peer answered';
  }
  const source = comparison.compared[judged.place]?.step.source.provider.id ?? '';
  const shared = others.filter(({ step }) =>
    comparison.pairs.some(
      ({ a, b, verdict }) =>
        verdict === 'shared_upstream' && [a, b].includes(source) && [a, b].includes(step.source.provider.id),
    ),
  );
  return shared.length === others.length
    ? `${listed(others.map(({ step }) => step.source.name))} shares its upstream`
    : `the independence of ${listed(others.map(({ step }) => step.source.name))} has not been measured yet`;
}

function nameOf(comparison: Comparison, index: number): string {
  return comparison.compared[index]?.step.source.name ?? '';
}

function valueOf(type: DataType, comparison: Comparison, index: number): string {
  return String(comparison.compared[index]?.observation.data?.[type.agreement?.field ?? '']);
}

function apart(type: DataType, comparison: Comparison, place: number, index: number): string {
  const difference = differenceBps(valueOf(type, comparison, place), valueOf(type, comparison, index));
  return `${nameOf(comparison, index)} by ${difference.toFixed(1)} basis points`;
}

function gap(type: DataType, comparison: Comparison, place: number, reference: ReferenceReading | undefined): string {
  const difference = differenceBps(valueOf(type, comparison, place), reference?.said?.value ?? '0');
  return `${difference.toFixed(1)} basis points apart`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
