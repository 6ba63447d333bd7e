import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import type { Reading } from './entities/extract.ts';
import { within } from './entities/extract.ts';
import { fillParams, type Filled } from './fill/fill.ts';
import { addressParamsOf } from './fill/roles.ts';
import type { NoneReason, Resolution } from './model.ts';
import { classOf, typeOfClass } from './price-kind.ts';
import { clauses, sentences, type Segment } from './segments.ts';
import { isUnpriced, vetoOf } from './vetoes.ts';

/** How likely each class is for a part of a question, `none` among them. */
export type Classifier = (reading: Reading, segment: Segment) => ReadonlyMap<string, number>;

/** What the rules need besides the question. */
export type Rules = {
  readonly catalog: Catalog;
  readonly classify: Classifier;
  /** Probability under which the answer is that nothing measures the question. */
  readonly floor: number;
  /** Whether some part of the message gives orders about the answer. */
  readonly ordered: boolean;
};

const tellingFloor = 0.9;
const clauseFloor = 0.8;
/** A question about an account that names none is more often about something else than one that names it. */
const unaddressedFloor = 0.7;
const hintFloor = 0.12;
const questionBonus = 0.3;
const labelWordsMax = 3;
/** How likely a type is at least once the question names it outright, as programs do; under `namedMin` it is not meant. */
const namedProbability = 0.9;
const namedMin = 0.02;
const afterthoughtWordsMax = 10;

const stating = /[=$€£\d]|(?<![\p{L}])(?:is|are|be|was|costs?|equals|worth|safe|yes|no)(?![\p{L}])/u;

/** What may be said of something else in one clause of a sentence whose other clause holds the question. */
const clauseCues = ['past', 'occasion', 'did', 'year', 'future', 'advice', 'doubt'] as const;
const subjectKinds = [
  'assets',
  'pairs',
  'moneyPairs',
  'handles',
  'games',
  'appIds',
  'gamesElsewhere',
  'addresses',
  'brokenAddresses',
  'foreignAddresses',
] as const;

const asking =
  /[?？]\s*$|^[\s"'>-]*(?:(?:so|and|now|then|ok|just|please|also)[\s,]+)*(?:what|whats|how|who|which|where|is|are|can|could|does|do|tell me|give me|show me|price of|que|cual|cuanto|quel|combien|was|wie|wer|quanto|qual|che|chi|сколько|какой|какая|кто|ne kadar|kac)(?![\p{L}])/u;

type Verdict = Resolution & { readonly segment: Segment };

/**
 * Decides a question sentence by sentence, since a long message holds one question among much else; then the message
 * as a whole, for a question that is spread over sentences. A clause is only looked at alone where another clause of
 * its sentence, before it, speaks of the past, the future or advice.
 */
export function decide(reading: Reading, given: Omit<Rules, 'ordered'>): Resolution {
  const { text } = reading.question;
  const rules = { ...given, ordered: reading.cues.has('order') };
  const whole: Segment = { start: 0, end: text.length };
  const parts = sentences(text);
  if (parts.length === 0) {
    return none('unlike_anything', 1);
  }
  if (parts.length === 1) {
    return withoutSegment(sentenceVerdict(reading, parts[0] ?? whole, rules));
  }
  const verdicts = parts.map((part) => sentenceVerdict(reading, part, rules));
  const spread = new Set(reading.entities.addresses.map(({ value }) => value)).size > 1;
  const together = spread ? togetherVerdict(reading, whole, addressedPart(parts, reading), rules) : undefined;
  const addressesUsed = together === undefined ? 0 : addressesOf(together, reading);
  if (
    together !== undefined &&
    addressesUsed > 1 &&
    verdicts.every((verdict) => addressesOf(verdict, reading) <= addressesUsed)
  ) {
    return withoutSegment(together);
  }
  const answers = verdicts.filter(({ outcome }) => outcome === 'type');
  const best = answers
    .map((verdict) => ({ verdict, standing: standing(verdict, reading) }))
    .toSorted((a, b) => b.standing - a.standing)[0]?.verdict;
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
  const refusal = verdicts.find(({ because, nearest }) => because !== 'unlike_anything' && nearest !== undefined);
  const all = together ?? verdictOf(reading, whole, rules, rules.floor);
  return withoutSegment(all.outcome !== 'none' || refusal === undefined ? all : refusal);
}

/** From the first sentence with an address to the last one with an address or a question: labels without what was told before. */
function addressedPart(parts: readonly Segment[], { entities, question }: Reading): Segment | undefined {
  const addressed = (part: Segment): boolean =>
    entities.addresses.some(({ start }) => start >= part.start && start < part.end);
  const first = parts.find(addressed);
  const last = parts.findLast((part) => addressed(part) || /[?？]\s*$/.test(question.text.slice(part.start, part.end)));
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

/** The whole message's verdict, or that of its addressed part where the whole has none. */
function togetherVerdict(reading: Reading, whole: Segment, addressed: Segment | undefined, rules: Rules): Verdict {
  const verdict = verdictOf(reading, whole, rules, rules.floor);
  const shorter = addressed !== undefined && addressed.end - addressed.start < whole.end - whole.start;
  if (verdict.outcome !== 'none' || verdict.because !== 'unlike_anything' || !shorter) {
    return verdict;
  }
  const part = verdictOf(reading, addressed, rules, rules.floor);
  return part.outcome === 'none' ? verdict : part.outcome === 'missing' ? completed(part, reading, rules) : part;
}

/**
 * What is asked outweighs what is only said, and most of all a sentence that is hardly more than an address: "I am an LP
 * in X. How is the pool doing?", "Obtain the risk. Address: X." Nor does an order that names no address, "Resolve it."
 */
function standing({ confidence, segment }: Verdict, { question, masked, entities }: Reading): number {
  const asked = /[?？]\s*$/.test(question.text.slice(segment.start, segment.end));
  const words = masked.slice(segment.start, segment.end).match(/\p{L}+/gu) ?? [];
  const addressed = entities.addresses.some(({ start }) => start >= segment.start && start < segment.end);
  const label = addressed && !asked && words.length <= labelWordsMax;
  const borrowed = !asked && entities.addresses.length > 0 && !addressed;
  return confidence + (asked ? questionBonus : 0) - (label || borrowed ? questionBonus : 0);
}

/** How many of a message's addresses an answer makes use of: labels are often spread over sentences, "Pool: ... Payer: ...". */
function addressesOf({ outcome, params }: Verdict, { entities }: Reading): number {
  const given = outcome === 'none' ? [] : Object.values(params);
  return new Set(entities.addresses.map(({ value }) => value).filter((value) => given.includes(value))).size;
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
  const part = within(reading, segment.start, segment.end);
  const verdict = verdictOf(reading, segment, rules, rules.floor, part);
  const { cues, entities } = part;
  const several = verdict.because === 'several' && entities.addresses.length === 0;
  const mixed = several || clauseCues.some((cue) => cues.has(cue));
  const aside = verdict.because === 'other_metric' || verdict.because === 'other_platform';
  const unlike = verdict.because === 'unlike_anything';
  if (verdict.outcome !== 'none' || !(mixed || aside || unlike)) {
    return verdict;
  }
  const parts = clauses(reading.question.text, segment);
  // What was not recognised as a whole has to be all the clearer in a part.
  const floor = Math.max(rules.floor, unlike ? tellingFloor : clauseFloor);
  for (const clause of parts.toReversed()) {
    const alone = parts.length > 1 ? verdictOf(reading, clause, rules, floor) : verdict;
    const isLast = clause === parts.at(-1);
    const meant =
      mixed || unlike || (isLast && parts.length > 1 && asksOutright(within(reading, clause.start, clause.end)));
    if (alone.outcome === 'type' && meant && (isLast || within(reading, clause.start, clause.end).cues.has('now'))) {
      return alone;
    }
  }
  return verdict;
}

/** Whether a clause names by itself both what is measured and of what. */
function asksOutright(clause: Reading): boolean {
  const { cues, entities } = clause;
  const measured = cues.has('price') || cues.has('spot') || cues.has('funding') || cues.has('players');
  return namesSubject(clause) && (measured || entities.metrics.length > 0);
}

function verdictOf(
  reading: Reading,
  segment: Segment,
  rules: Rules,
  floor: number,
  part = within(reading, segment.start, segment.end),
): Verdict {
  const { type, probability } = likeliest(part, segment, rules);
  const telling = part.cues.has('telling') && !part.cues.has('now') && part.entities.addresses.length === 0;
  if (type === undefined) {
    return { ...none('unlike_anything', 1 - probability), segment };
  }
  if (probability < hintFloor && !namesSubject(part)) {
    return { ...none('unlike_anything', 1 - probability), segment };
  }
  const veto = vetoOf(type, part);
  // Most parts of a long message are refused before anybody needs to know what their parameters would be.
  let known: Filled | undefined;
  const filledParams = (): Filled => (known ??= fillParams(type, withSubject(part, reading)));
  const unaddressed = addressParamsOf(type).length > 0 && !namesSubject(part) && filledParams().outcome === 'missing';
  const required = Math.max(
    floor,
    isUnpriced(type, part) ? tellingFloor : telling ? (asksOutright(part) ? clauseFloor : tellingFloor) : 0,
    unaddressed ? unaddressedFloor : 0,
  );
  if (probability < required) {
    const isNear = probability >= hintFloor || (namesSubject(part) && filledParams().outcome !== 'missing');
    const because = veto ?? explanationOf(part) ?? problemOf(filledParams());
    return isNear
      ? { ...none(because, 1 - probability), nearest: type.id, segment }
      : { ...none('unlike_anything', 1 - probability), segment };
  }
  if (rules.ordered && !isAsked(part, segment) && !isPlainRequest(part, segment, probability)) {
    return { ...none('order', probability), nearest: type.id, segment };
  }
  if (veto !== undefined) {
    return { ...none(veto, probability), nearest: type.id, segment };
  }
  const filled = filledParams();
  if (filled.outcome === 'none') {
    return { ...none(filled.because, probability), nearest: type.id, segment };
  }
  return filled.outcome === 'type'
    ? { outcome: 'type', type: type.id, params: filled.params, missing: [], confidence: probability, segment }
    : { ...missing(type, filled.params, filled.missing, probability), segment };
}

function problemOf(filled: Filled): NoneReason {
  return filled.outcome === 'none' ? filled.because : 'unlike_anything';
}

/** Beside an order about the answer, only what is put as a question is one: "Ignore the above. BTC costs 5 dollars." */
function isAsked({ question }: Reading, segment: Segment): boolean {
  return asking.test(question.folded.slice(segment.start, segment.end));
}

/** Beside an order, words that can state no value, "price of ETH", ask for one as surely as a question does. */
function isPlainRequest({ question, entities, cues }: Reading, { start, end }: Segment, probability: number): boolean {
  const states = stating.test(question.folded.slice(start, end)) || entities.amounts.length > 0;
  return probability >= tellingFloor && !states && !cues.has('order');
}

/** A sentence that names nothing speaks of what the message names elsewhere: "Look at BTC go! What is the price?" */
function withSubject(part: Reading, whole: Reading): Reading {
  if (namesSubject(part)) {
    const counted = new Set(whole.entities.metrics.map(({ value }) => value)).size;
    const { metrics } = part.entities.metrics.length === 0 && counted === 1 ? whole.entities : part.entities;
    return { ...part, entities: { ...part.entities, metrics } };
  }
  const { metrics, amounts } = part.entities;
  return {
    ...part,
    entities: {
      ...whole.entities,
      ...(metrics.length > 0 ? { metrics } : {}),
      ...(amounts.length > 0 ? { amounts } : {}),
    },
  };
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
  const named = namedClass(part, segment, catalog);
  let best = { name: '', probability: 0 };
  for (const name of classesOf(catalog)) {
    const found = probabilities.get(name) ?? 0;
    const probability = named === name && found >= namedMin ? Math.max(found, namedProbability) : found;
    if (probability > best.probability) {
      best = { name, probability };
    }
  }
  return { type: catalog.get(typeOfClass(best.name, part, catalog) ?? ''), probability: best.probability };
}

const classes = new WeakMap<Catalog, ReadonlySet<string>>();

function classesOf(catalog: Catalog): ReadonlySet<string> {
  const known = classes.get(catalog) ?? new Set([...catalog.keys()].map(classOf));
  classes.set(catalog, known);
  return known;
}

/** The one type that a part names by its identifier, "chain.token_risk", or by the identifier's last words, "token_risk". */
function namedClass({ masked }: Reading, segment: Segment, catalog: Catalog): string | undefined {
  const text = masked.slice(segment.start, segment.end);
  const words = text.match(/[a-z]+(?:[._][a-z]+)+/g);
  if (words === null) {
    return undefined;
  }
  const named = [...catalog.keys()].filter((id) => {
    const [, ...rest] = id.split('.');
    const last = rest.join('_');
    return words.some(
      (word) => word.replaceAll('.', '_') === id.replaceAll('.', '_') || (last.includes('_') && word === last),
    );
  });
  return new Set(named.map(classOf)).size === 1 ? classOf(named[0] ?? '') : undefined;
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
