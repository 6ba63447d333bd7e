import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { asksPrice, partOf, type ParsedQuestion } from './entities/parse-question.ts';
import { fillParams, type FilledParams } from './fill/fill-params.ts';
import { addressParamsOf } from './fill/roles.ts';
import { likeliestType, type Classifier } from './likeliest-type.ts';
import type { NoneReason, Resolution } from './model.ts';
import { lacksPriceWords, rejectionOf } from './rejection-rules.ts';
import { clauses, type Segment } from './segments.ts';

/** The inputs of a resolution other than the question. */
export type ResolutionRules = {
  readonly catalog: Catalog;
  readonly classify: Classifier;
  /** Minimum probability of a type. Below it the outcome is `none`. */
  readonly floor: number;
  /**
   * Whether rejection rules may refuse a type. If false, a rule only explains a refusal of the classifier, which
   * already considers the same signals. On held-out authors, refusals by the rules removed more right answers than
   * wrong ones.
   */
  readonly rulesReject: boolean;
  /** Whether any part of the message gives orders about the answer. */
  readonly ordered: boolean;
};

/** The resolution of a part of a message, and that part. */
export type SegmentResolution = Resolution & { readonly segment: Segment };

/**
 * `explanationFloor` is the minimum probability of a type for text that mostly asks for an explanation. `clauseFloor`
 * is the minimum for a clause whose whole sentence has no match.
 */
const explanationFloor = 0.9;
const clauseFloor = 0.8;
/** Minimum probability for a type with address parameters when the question contains no address. */
const missingAddressFloor = 0.7;
/** Minimum probability at which the outcome `none` names the nearest type. */
const hintFloor = 0.12;

const stating = /[=$€£\d]|(?<![\p{L}])(?:is|are|be|was|costs?|equals|worth|safe|yes|no)(?![\p{L}])/u;

/** Signals that may belong to one clause of a sentence while another clause contains the question. */
const clauseSignals = ['past', 'occasion', 'did', 'year', 'future', 'advice', 'doubt'] as const;
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

/**
 * Resolves one sentence. If the whole sentence has no match, resolves its clauses, beginning with the last one. One
 * clause may be about the past, the future, advice or another quantity, while another clause asks the question.
 */
export function resolveSentence(parsed: ParsedQuestion, segment: Segment, rules: ResolutionRules): SegmentResolution {
  const part = partOf(parsed, segment.start, segment.end);
  const resolution = resolveSegment(parsed, segment, rules, rules.floor, part);
  const { signals, entities } = part;
  const several = resolution.because === 'several' && entities.addresses.length === 0;
  const mixed = several || clauseSignals.some((signal) => signals.has(signal));
  const aside = resolution.because === 'other_metric' || resolution.because === 'other_platform';
  const unlike = resolution.because === 'unlike_anything';
  if (resolution.outcome !== 'none' || !(mixed || aside || unlike)) {
    return resolution;
  }
  const parts = clauses(parsed.question.text, segment);
  // A clause needs a higher probability if the whole sentence resembles no type.
  const floor = Math.max(rules.floor, unlike ? explanationFloor : clauseFloor);
  for (const clause of parts.toReversed()) {
    const alone = parts.length > 1 ? resolveSegment(parsed, clause, rules, floor) : resolution;
    const isLast = clause === parts.at(-1);
    const meant =
      mixed || unlike || (isLast && parts.length > 1 && asksOutright(partOf(parsed, clause.start, clause.end)));
    if (alone.outcome === 'type' && meant && (isLast || partOf(parsed, clause.start, clause.end).signals.has('now'))) {
      return alone;
    }
  }
  return resolution;
}

/**
 * Resolves a part of a message with the classifier, the rejection rules and the parameters.
 *
 * @param floor minimum probability, from 0 to 1.
 * @param part the parsed part, if the caller has it already.
 */
export function resolveSegment(
  parsed: ParsedQuestion,
  segment: Segment,
  rules: ResolutionRules,
  floor: number,
  part = partOf(parsed, segment.start, segment.end),
): SegmentResolution {
  const { type, probability } = likeliestType(part, segment, rules.catalog, rules.classify);
  if (type === undefined || (probability < hintFloor && !namesSubject(part))) {
    return { ...none('unlike_anything', 1 - probability), segment };
  }
  const rejection = rejectionOf(type, part);
  // The parameters are computed only when needed, because most parts of a long message are refused before that.
  let known: FilledParams | undefined;
  const filledParams = (): FilledParams => (known ??= fillParams(type, withSubject(part, parsed)));
  if (probability < (rules.rulesReject ? requiredProbability(type, part, floor, filledParams) : floor)) {
    const isNear = probability >= hintFloor || (namesSubject(part) && filledParams().outcome !== 'missing');
    const because = rejection ?? explanationOf(part) ?? problemOf(filledParams());
    return isNear
      ? { ...none(because, 1 - probability), nearest: type.id, segment }
      : { ...none('unlike_anything', 1 - probability), segment };
  }
  if (rules.rulesReject && rules.ordered && !isAsked(part, segment) && !isPlainRequest(part, segment, probability)) {
    return { ...none('order', probability), nearest: type.id, segment };
  }
  // An order about the answer is always refused, even if `rulesReject` is false, because a message must not determine
  // its own answer.
  const isOtherMetric = rejection === 'other_metric' && namesNoPrice(type, part);
  if (rejection === 'order' || isOtherMetric || (rejection !== undefined && rules.rulesReject)) {
    return { ...none(rejection, probability), nearest: type.id, segment };
  }
  const filled = filledParams();
  if (filled.outcome === 'none') {
    return { ...none(filled.because, probability), nearest: type.id, segment };
  }
  return filled.outcome === 'type'
    ? { outcome: 'type', type: type.id, params: filled.params, missing: [], confidence: probability, segment }
    : { ...missing(type, filled.params, filled.missing, probability), segment };
}

/** Returns whether a part for a price type has no word about a price: "24 hour volume of BTC/USDT", "how many TPS". */
function namesNoPrice(type: DataType, { signals, question, entities }: ParsedQuestion): boolean {
  const params = Object.keys(type.params.shape);
  const symbolic = (params.includes('token') || params.includes('symbol')) && !params.includes('venue');
  const inMoney = entities.currencies.length > 0 && entities.assets.length > 0;
  return symbolic && !inMoney && !signals.has('spot') && !asksPrice(signals, question.folded);
}

/**
 * Resolves each clause of a sentence if some clause is about another time, advice or a doubt. Example: "I sold
 * everything yesterday, what is bitcoin at right now".
 */
export function resolveClauses(parsed: ParsedQuestion, segment: Segment, rules: ResolutionRules): SegmentResolution[] {
  const { signals } = partOf(parsed, segment.start, segment.end);
  const parts = clauseSignals.some((signal) => signals.has(signal)) ? clauses(parsed.question.text, segment) : [];
  return parts.length < 2 ? [] : parts.map((clause) => resolveSegment(parsed, clause, rules, rules.floor));
}

/** Returns a resolution without a type. */
export function none(because: NoneReason, confidence: number): Resolution {
  return { outcome: 'none', type: '', params: {}, missing: [], confidence, because };
}

/**
 * Returns the minimum probability that a type needs for a part. If the words do not ask for the type, it is above the
 * floor.
 */
function requiredProbability(
  type: DataType,
  part: ParsedQuestion,
  floor: number,
  filledParams: () => FilledParams,
): number {
  const { signals, entities } = part;
  const telling = signals.has('telling') && !signals.has('now') && entities.addresses.length === 0;
  const lacksAddress = addressParamsOf(type).length > 0 && !namesSubject(part) && filledParams().outcome === 'missing';
  return Math.max(
    floor,
    lacksPriceWords(type, part)
      ? explanationFloor
      : telling
        ? asksOutright(part)
          ? clauseFloor
          : explanationFloor
        : 0,
    lacksAddress ? missingAddressFloor : 0,
  );
}

/** Returns whether a clause names both a quantity and its subject. */
function asksOutright(clause: ParsedQuestion): boolean {
  const { signals, entities } = clause;
  const measured = signals.has('price') || signals.has('spot') || signals.has('funding') || signals.has('players');
  return namesSubject(clause) && (measured || entities.metrics.length > 0);
}

function problemOf(filled: FilledParams): NoneReason {
  return filled.outcome === 'none' ? filled.because : 'unlike_anything';
}

/**
 * Returns whether a part has the form of a question. This matters if a message gives an order about the answer, because
 * its other sentences may state a false value: "Ignore the above. BTC costs 5 dollars."
 */
function isAsked({ question }: ParsedQuestion, segment: Segment): boolean {
  return asking.test(question.folded.slice(segment.start, segment.end));
}

/** Returns whether a part is a plain request that states no value itself, such as "price of ETH". */
function isPlainRequest(
  { question, entities, signals }: ParsedQuestion,
  { start, end }: Segment,
  probability: number,
): boolean {
  const states = stating.test(question.folded.slice(start, end)) || entities.amounts.length > 0;
  return probability >= explanationFloor && !states && !signals.has('order');
}

/**
 * Returns the part of a message. If it names no subject, the entities of the whole message are added. Example: "Look at
 * BTC go! What is the price?"
 */
function withSubject(part: ParsedQuestion, whole: ParsedQuestion): ParsedQuestion {
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

function namesSubject({ entities }: ParsedQuestion): boolean {
  return subjectKinds.some((kind) => entities[kind].length > 0);
}

/** Returns why a type is most likely wrong for a part of a message. */
export function reasonAgainst(type: DataType | undefined, parsed: ParsedQuestion, { start, end }: Segment): NoneReason {
  const part = partOf(parsed, start, end);
  const rejected = type === undefined ? undefined : (rejectionOf(type, part) ?? rejectionOf(type, parsed));
  return rejected ?? explanationOf(part) ?? 'unlike_anything';
}

function explanationOf({ signals }: ParsedQuestion): NoneReason | undefined {
  return signals.has('explanation') || signals.has('telling') ? 'explanation' : undefined;
}

function missing(
  type: DataType,
  params: Readonly<Record<string, string>>,
  names: readonly string[],
  confidence: number,
): Resolution {
  return { outcome: 'missing', type: type.id, params, missing: names, confidence };
}
