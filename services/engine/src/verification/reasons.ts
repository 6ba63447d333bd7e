import type { DataType } from '@assay/catalog/define';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { Comparison } from './compare.ts';
import { differenceBps, type JudgedLevel } from './levels.ts';
import type { ReferenceReading } from './reference.ts';

/** Returns the text that explains a level: a sentence that names the confirming sources and the outvoted sources. */
export function levelReason(
  type: DataType,
  comparison: Comparison,
  judged: Extract<JudgedLevel, { kind: 'level' }>,
  reference: ReferenceReading | undefined,
): string {
  const { support, level, index } = judged;
  const confirming = support.confirmedBy.map((other) => nameOf(comparison, other));
  const outvoted = support.contradictedBy.map((other) => distance(type, comparison, index, other));
  const but = outvoted.length === 0 ? '' : `; outvoted: ${outvoted.join(', ')}`;
  if (level === 'anchored') {
    const also =
      confirming.length === 0 ? '' : `, and so ${confirming.length === 1 ? 'does' : 'do'} ${listed(confirming)}`;
    return `${described(reference)} agrees (${referenceDistance(type, comparison, index, reference)})${also}${but}`;
  }
  return `${listed([nameOf(comparison, index), ...confirming])}, measured to be independent, agree${but}`;
}

/**
 * Returns the text that explains why a conflict prevents a delivery: a sentence that names who contradicts whom, and by
 * how much.
 */
export function conflictReason(
  type: DataType,
  comparison: Comparison,
  judged: JudgedLevel,
  reference: ReferenceReading | undefined,
): string {
  const { index, support } = judged;
  const tolerance = type.agreement?.toleranceBps ?? 0;
  const name = nameOf(comparison, index);
  if (support.reference === 'contradicts') {
    const apart = referenceDistance(type, comparison, index, reference);
    const most = tolerance + (reference?.estimate?.movementBps ?? 0);
    return `${described(reference)} contradicts ${name} (${apart}; up to ${most} count as agreement)`;
  }
  const parts = support.contradictedBy.map((other) => distance(type, comparison, index, other)).join(', ');
  return `sources contradict one another without a majority: ${name} is contradicted by ${parts}; up to ${tolerance} basis points count as agreement`;
}

/**
 * Returns the text that explains a level below the type's highest level, as the end of a sentence.
 * @param uncovered the reason why the reference has no value for the question. Undefined when the reference has one.
 */
export function shortfallReason(
  type: DataType,
  comparison: Comparison,
  judged: Extract<JudgedLevel, { kind: 'level' }>,
  reference: { readonly id: string; readonly reading: ReferenceReading } | undefined,
  uncovered?: string,
): string {
  if (type.levelCeiling === 'single_source') {
    return type.levelCeilingReason ?? '';
  }
  const reasons: string[] = [];
  if (type.levelCeiling === 'anchored') {
    reasons.push(missingReference(type, comparison, judged, reference, uncovered));
  } else if (judged.level === 'consensus') {
    reasons.push(type.levelCeilingReason ?? '');
  }
  if (judged.level === 'single_source') {
    reasons.push(missingPeers(type, comparison, judged));
  }
  return reasons.join('; ');
}

function missingReference(
  type: DataType,
  comparison: Comparison,
  judged: JudgedLevel,
  reference: { readonly id: string; readonly reading: ReferenceReading } | undefined,
  uncovered: string | undefined,
): string {
  if (reference === undefined) {
    return uncovered ?? 'no reference on chain covers it';
  }
  if (reference.reading.estimate === undefined) {
    return reference.reading.detail;
  }
  if (judged.support.reference === 'vague') {
    return `the confidence interval of ${described(reference.reading)} is too wide to confirm it`;
  }
  const name = nameOf(comparison, judged.index);
  const pair = pairOf(comparison, providerOf(comparison, judged.index), reference.id);
  if (judged.support.reference === 'too_shared') {
    const apart = referenceDistance(type, comparison, judged.index, reference.reading);
    return `${described(reference.reading)} (${apart}) ${sharesTooMuch(type, pair, name)}`;
  }
  return pair?.verdict === 'shared_upstream'
    ? `${name} shares its upstream with ${described(reference.reading)}`
    : (pair?.reason ?? `${name} is not measured yet to be independent of ${described(reference.reading)}`);
}

function described(reading: ReferenceReading | undefined): string {
  return reading?.description ?? 'the price account on chain';
}

function missingPeers(type: DataType, comparison: Comparison, { index, support }: JudgedLevel): string {
  const [used, name] = [providerOf(comparison, index), nameOf(comparison, index)];
  const tooShared = support.tooSharedToConfirm.map((other) => {
    const difference = differenceBps(valueOf(type, comparison, index), valueOf(type, comparison, other));
    const apart = `${nameOf(comparison, other)} (${difference.toFixed(1)} basis points apart)`;
    return `${apart} ${sharesTooMuch(type, pairOf(comparison, used, providerOf(comparison, other)), name)}`;
  });
  const others = [...comparison.compared.keys()].filter(
    (other) => other !== index && !support.tooSharedToConfirm.includes(other),
  );
  if (others.length === 0) {
    return tooShared.length === 0 ? 'no independent peer answered' : tooShared.join('; ');
  }
  return [...tooShared, ...unconfirmedReasons(comparison, used, others)].join('; ');
}

/** Returns, for each of the other answers, why it does not confirm the answer of the provider `used`. */
function unconfirmedReasons(comparison: Comparison, used: string, others: readonly number[]): string[] {
  const known = others.map((index) => ({
    name: nameOf(comparison, index),
    pair: pairOf(comparison, used, providerOf(comparison, index)),
  }));
  const open = known.filter(({ pair }) => pair?.verdict !== 'shared_upstream');
  if (open.length === 0) {
    return [`${listed(known.map(({ name }) => name))} shares its upstream`];
  }
  const stated = open.flatMap(({ pair }) => (pair?.reason === undefined ? [] : [pair.reason]));
  const unmeasured = open.filter(({ pair }) => pair?.reason === undefined).map(({ name }) => name);
  return [
    ...new Set(stated),
    ...(unmeasured.length === 0
      ? []
      : [`the independence of ${listed(unmeasured)} has not been measured on this asset yet`]),
  ];
}

/**
 * Returns the end of a sentence about a source that agrees with another one, but not closely enough. Their values must
 * be closer than the tolerance, because the two may have a share of their data in common.
 */
function sharesTooMuch(type: DataType, pair: MeasuredPair | undefined, name: string): string {
  const share = pair?.maxShare ?? 0;
  const limit = (type.agreement?.toleranceBps ?? 0) * (1 - share);
  return `may have ${percentText(share)} % of its data in common with ${name}, so it confirms ${name} only up to ${limit.toFixed(1)} basis points`;
}

/**
 * Returns a share (0 to 1) as a whole percentage, rounded up. A floating-point error slightly above a whole percentage
 * is not rounded up.
 */
function percentText(share: number): string {
  return Math.ceil(share * 100 - 1e-9).toFixed(0);
}

/**
 * Returns the measured pair of two providers, or of a provider and the reference. Returns undefined for a pair that the
 * comparison did not use.
 */
function pairOf({ pairs }: Comparison, provider: string, other: string): MeasuredPair | undefined {
  return pairs.find(({ a, b }) => (a === provider && b === other) || (a === other && b === provider));
}

function nameOf(comparison: Comparison, index: number): string {
  return comparison.compared[index]?.provider ?? '';
}

function providerOf(comparison: Comparison, index: number): string {
  return comparison.compared[index]?.source.provider.id ?? '';
}

function valueOf(type: DataType, comparison: Comparison, index: number): string {
  return String(comparison.compared[index]?.data?.[type.agreement?.field ?? '']);
}

function distance(type: DataType, comparison: Comparison, index: number, other: number): string {
  const difference = differenceBps(valueOf(type, comparison, index), valueOf(type, comparison, other));
  return `${nameOf(comparison, other)} by ${difference.toFixed(1)} basis points`;
}

function referenceDistance(
  type: DataType,
  comparison: Comparison,
  index: number,
  reference: ReferenceReading | undefined,
): string {
  const difference = differenceBps(valueOf(type, comparison, index), reference?.estimate?.value ?? '0');
  return `${difference.toFixed(1)} basis points apart`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
