import { levels, type Level } from '@assay/catalog/define';
import type { SourceMode } from './plan.ts';
import type { ServedType, ServedTypes } from './served-types.ts';

/**
 * Returns the sentence above the sample request. It says which level the answer gets now, and which level it gets after
 * the measurement.
 * @param ceiling the highest level that the type can ever reach.
 */
export function expectedLevel(sample: ServedType, ceiling: Level, mode: SourceMode): string {
  const { exampleLevel, isMeasuring } = sample;
  if (!isMeasuring || exampleLevel === ceiling) {
    return `The level of this answer is ${exampleLevel}:`;
  }
  const rise =
    mode === 'sandbox'
      ? `It rises to ${ceiling} when its sources are proven independent, usually within a minute`
      : `It can rise to ${ceiling} when its sources are proven independent, which takes 20 seconds to 20 minutes`;
  return `The level of this answer is ${exampleLevel} now. ${rise}:`;
}

/**
 * Returns the state of the measurement as one line: the level of the sample request, the number of proven pairs, and
 * the pairs that are still undecided.
 */
export function progressLine(now: ServedTypes, sampleType: string | undefined): string {
  if (now.size === 0) {
    return 'the engine does not answer';
  }
  const families = familiesOf(now);
  const decided = families.reduce((sum, { decidedPairs }) => sum + decidedPairs, 0);
  const open = families.flatMap(({ name, isMeasuring, openPairs }) => (isMeasuring ? [`${name} ${openPairs}`] : []));
  const sample = sampleType === undefined ? undefined : now.get(sampleType);
  return [
    ...(sample === undefined ? [] : [`the request gets ${sample.exampleLevel}`]),
    `${decided} pairs proven`,
    ...(open.length === 0 ? [] : [`open: ${open.join(', ')}`]),
  ].join('; ');
}

/** Returns a line for each level whose types changed to it, upwards or downwards, the highest level first. */
export function changeLines(before: ServedTypes, now: ServedTypes, sampleType: string | undefined): string[] {
  const changed = new Map([...now].filter(([type, { maxLevel }]) => before.get(type)?.maxLevel !== maxLevel));
  const byLevel = levels.toReversed().flatMap((level) => {
    const types = new Map([...changed].filter(([, { maxLevel }]) => maxLevel === level));
    return types.size === 0 ? [] : [`${level}: ${familiesOf(types).map(labelOf).join(', ')}`];
  });
  const sample = sampleType === undefined ? undefined : now.get(sampleType)?.exampleLevel;
  const earlier = sampleType === undefined ? undefined : before.get(sampleType)?.exampleLevel;
  return sample === undefined || sample === earlier ? byLevel : [...byLevel, `the request above gets ${sample} now`];
}

/** Returns the last line: how many types reach each level. */
export function summaryLine(now: ServedTypes): string {
  const counts = levels.toReversed().flatMap((level) => {
    const count = [...now.values()].filter(({ maxLevel }) => maxLevel === level).length;
    return count === 0 ? [] : [`${level} ${count}`];
  });
  return `every type is measured: ${counts.join(', ')}`;
}

/** Types that the same sources answer, so that their pairs count once. */
type Family = Pick<ServedType, 'isMeasuring' | 'decidedPairs' | 'openPairs'> & {
  readonly name: string;
  readonly types: number;
};

/**
 * Groups the types of the chain, because the same nodes answer all of them. Every other type is a family of its own.
 */
function familiesOf(types: ServedTypes): Family[] {
  const families = new Map<string, Family>();
  for (const [type, { isMeasuring, decidedPairs, openPairs }] of types) {
    const name = type.startsWith('chain.') ? 'chain.*' : type;
    const known = families.get(name);
    families.set(name, {
      name,
      types: (known?.types ?? 0) + 1,
      isMeasuring: isMeasuring || known?.isMeasuring === true,
      decidedPairs,
      openPairs,
    });
  }
  return [...families.values()];
}

function labelOf({ name, types }: Family): string {
  return types === 1 ? name : `${name} (${types} types)`;
}
