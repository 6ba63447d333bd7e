import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import type { Reading } from './entities/extract.ts';
import { within } from './entities/extract.ts';
import { fillParams } from './fill/fill.ts';
import type { NoneReason, Resolution } from './model.ts';
import { classOf, typeOfClass } from './price-kind.ts';
import { clauses, sentences, type Segment } from './segments.ts';
import { vetoOf } from './vetoes.ts';

/** How likely each class is for a part of a question, `none` among them. */
export type Classifier = (reading: Reading, segment: Segment) => ReadonlyMap<string, number>;

/** What the rules need besides the question. */
export type Rules = {
  readonly catalog: Catalog;
  readonly classify: Classifier;
  /** Probability under which the answer is that nothing measures the question. */
  readonly floor: number;
};

const tellingFloor = 0.9;
const clauseFloor = 0.8;
const hintFloor = 0.12;
const afterthoughtWordsMax = 10;

/** What may be said of something else in one clause of a sentence whose other clause holds the question. */
const clauseCues = ['past', 'year', 'future', 'advice'] as const;
const subjectKinds = [
  'assets',
  'pairs',
  'moneyPairs',
  'handles',
  'games',
  'appIds',
  'gamesElsewhere',
  'addresses',
] as const;

type Verdict = Resolution & { readonly segment: Segment };

/**
 * Decides a question sentence by sentence, since a long message holds one question among much else; then the message
 * as a whole, for a question that is spread over sentences. A clause is only looked at alone where another clause of
 * its sentence, before it, speaks of the past, the future or advice.
 */
export function decide(reading: Reading, rules: Rules): Resolution {
  const { text } = reading.question;
  const whole: Segment = { start: 0, end: text.length };
  const parts = sentences(text);
  if (parts.length === 0) {
    return none('unlike_anything', 1);
  }
  if (parts.length === 1) {
    return withoutSegment(sentenceVerdict(reading, parts[0] ?? whole, rules));
  }
  const verdicts = parts.map((part) => sentenceVerdict(reading, part, rules));
  const answers = verdicts.filter(({ outcome }) => outcome === 'type');
  const best = answers.toSorted((a, b) => b.confidence - a.confidence)[0];
  if (best !== undefined) {
    const afterthought = afterthoughtAbout(reading, parts, best.segment);
    return afterthought === undefined
      ? withoutSegment(best)
      : { ...none(afterthought, best.confidence), nearest: best.type };
  }
  const asked = verdicts.find(({ outcome }) => outcome === 'missing');
  if (asked !== undefined) {
    return withoutSegment(completed(asked, reading, rules));
  }
  const together = verdictOf(reading, whole, rules, rules.floor);
  const refusal = verdicts.find(({ because, nearest }) => because !== 'unlike_anything' && nearest !== undefined);
  return withoutSegment(together.outcome !== 'none' || refusal === undefined ? together : refusal);
}

/** A question whose parameter stands in another sentence: "Funding please. It is for BTC, on Bybit." */
function completed(asked: Verdict, reading: Reading, { catalog }: Rules): Verdict {
  const type = catalog.get(asked.type);
  const filled = type === undefined || vetoOf(type, reading) !== undefined ? undefined : fillParams(type, reading);
  return filled?.outcome === 'type' ? { ...asked, outcome: 'type', params: filled.params, missing: [] } : asked;
}

/** "Give me the price of Bitcoin. As it stood in March 2019, please." The second sentence takes back the first. */
function afterthoughtAbout(reading: Reading, parts: readonly Segment[], answered: Segment): NoneReason | undefined {
  const next = parts[parts.findIndex(({ start }) => start === answered.start) + 1];
  if (next === undefined) {
    return undefined;
  }
  const { cues } = within(reading, next.start, next.end);
  const words = reading.masked.slice(next.start, next.end).match(/[\p{L}\p{N}]+/gu) ?? [];
  const ownTopic = words.some((word) => ['i', 'my', 'me', 'we', 'he', 'she', 'they'].includes(word)) || cues.has('now');
  if (words.length > afterthoughtWordsMax || ownTopic) {
    return undefined;
  }
  return cues.has('year') || cues.has('past') ? 'past' : cues.has('future') ? 'future' : undefined;
}

function sentenceVerdict(reading: Reading, segment: Segment, rules: Rules): Verdict {
  const verdict = verdictOf(reading, segment, rules, rules.floor);
  const { cues } = within(reading, segment.start, segment.end);
  const mixed = verdict.because === 'several' || clauseCues.some((cue) => cues.has(cue));
  if (verdict.outcome !== 'none' || !mixed) {
    return verdict;
  }
  const parts = clauses(reading.question.text, segment);
  const floor = Math.max(rules.floor, clauseFloor);
  for (const part of parts.toReversed()) {
    const alone = parts.length > 1 ? verdictOf(reading, part, rules, floor) : verdict;
    const isLast = part === parts.at(-1);
    if (alone.outcome === 'type' && (isLast || within(reading, part.start, part.end).cues.has('now'))) {
      return alone;
    }
  }
  return verdict;
}

function verdictOf(reading: Reading, segment: Segment, rules: Rules, floor: number): Verdict {
  const part = within(reading, segment.start, segment.end);
  const { type, probability } = likeliest(part, segment, rules);
  const required = part.cues.has('telling') && !part.cues.has('now') ? Math.max(floor, tellingFloor) : floor;
  if (type === undefined) {
    return { ...none('unlike_anything', 1 - probability), segment };
  }
  const veto = vetoOf(type, part);
  const filled = fillParams(type, withSubject(part, reading));
  if (probability < required) {
    const isNear = probability >= hintFloor || (filled.outcome !== 'missing' && namesSubject(part));
    const because = veto ?? explanationOf(part) ?? (filled.outcome === 'none' ? filled.because : 'unlike_anything');
    return isNear
      ? { ...none(because, 1 - probability), nearest: type.id, segment }
      : { ...none('unlike_anything', 1 - probability), segment };
  }
  if (veto !== undefined) {
    return { ...none(veto, probability), nearest: type.id, segment };
  }
  if (filled.outcome === 'none') {
    return { ...none(filled.because, probability), nearest: type.id, segment };
  }
  return filled.outcome === 'type'
    ? { outcome: 'type', type: type.id, params: filled.params, missing: [], confidence: probability, segment }
    : { ...missing(type, filled.params, filled.missing, probability), segment };
}

/** A sentence that names nothing speaks of what the message names elsewhere: "Look at BTC go! What is the price?" */
function withSubject(part: Reading, whole: Reading): Reading {
  return namesSubject(part) ? part : { ...part, entities: whole.entities };
}

function namesSubject({ entities }: Reading): boolean {
  return subjectKinds.some((kind) => entities[kind].length > 0);
}

function explanationOf({ cues }: Reading): NoneReason | undefined {
  return cues.has('explanation') || cues.has('telling') ? 'explanation' : undefined;
}

/** The likeliest type of the catalog for a part of a question. */
function likeliest(
  part: Reading,
  segment: Segment,
  { catalog, classify }: Rules,
): { readonly type: DataType | undefined; readonly probability: number } {
  const probabilities = classify(part, segment);
  let best = { name: '', probability: 0 };
  for (const name of new Set([...catalog.keys()].map(classOf))) {
    const probability = probabilities.get(name) ?? 0;
    if (probability > best.probability) {
      best = { name, probability };
    }
  }
  return { type: catalog.get(typeOfClass(best.name, part, catalog) ?? ''), probability: best.probability };
}

function missing(
  type: DataType,
  params: Readonly<Record<string, string>>,
  names: readonly string[],
  confidence: number,
): Resolution {
  return { outcome: 'missing', type: type.id, params, missing: names, confidence };
}

function none(because: NoneReason, confidence: number): Resolution {
  return { outcome: 'none', type: '', params: {}, missing: [], confidence, because };
}

function withoutSegment({ segment: _segment, ...resolution }: Verdict): Resolution {
  return resolution;
}
