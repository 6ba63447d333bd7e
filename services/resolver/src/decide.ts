import { partOf, type ParsedQuestion } from './entities/parse-question.ts';
import { fillParams } from './fill/fill-params.ts';
import type { NoneReason } from './model.ts';
import { rejectionOf } from './rejection-rules.ts';
import { sentences, type Segment } from './segments.ts';
import {
  none,
  resolveClauses,
  resolveSegment,
  resolveSentence,
  type ResolutionRules,
  type SegmentResolution,
} from './segment-resolution.ts';

/** The rank of a sentence rises by this amount if it is a question. It falls by this amount if it is only a label. */
const rankBonus = 0.3;
const maxLabelWords = 3;
const maxAfterthoughtWords = 10;
const questionMark = /[?？]\s*$/;

/** A resolution that may answer a message, and the part of the message that it resolves. */
export type Candidate = SegmentResolution;

/** The best resolution of a message, with its probability, before a floor decides whether it becomes the answer. */
export type DecidedQuestion = {
  /** The best candidate. If there is none, the resolution that best explains why. */
  readonly best: SegmentResolution;
  /** The judge's estimate of the probability that the best candidate is right. It is 0 when there is no candidate. */
  readonly probability: number;
};

/** Returns the probability that a candidate is right, or a rank that orders candidates in the same way. */
export type Judge = (candidate: Candidate) => number;

/**
 * Decides which part of a message contains the question, and resolves this part to a type with parameters, to missing
 * parameters, or to none. Every sentence is a candidate, because a long message may contain one question among other
 * text. The whole message is a candidate too.
 */
export function decide(
  parsed: ParsedQuestion,
  given: Omit<ResolutionRules, 'ordered'>,
  judge?: Judge,
): DecidedQuestion {
  const rules = { ...given, ordered: parsed.signals.has('order') };
  const resolutions = resolutionsOf(parsed, rules);
  const rank = judge ?? ((candidate: Candidate) => rankOf(candidate, parsed));
  let best: { readonly candidate: Candidate; readonly probability: number } | undefined;
  for (const candidate of resolutions.filter(({ outcome }) => outcome !== 'none')) {
    const probability = rank(candidate);
    if (best === undefined || probability > best.probability) {
      best = { candidate, probability };
    }
  }
  if (best !== undefined) {
    return { best: best.candidate, probability: best.probability };
  }
  const nearMiss = resolutions.find(({ because, nearest }) => because !== 'unlike_anything' && nearest !== undefined);
  const nothing = { ...none('unlike_anything', 1), segment: { start: 0, end: parsed.question.text.length } };
  return { best: nearMiss ?? resolutions.at(-1) ?? nothing, probability: 0 };
}

/**
 * Returns the resolutions of a message's parts, including refused ones. The parts are each sentence, and then the whole
 * message. If the whole message resembles no type, its part with the addresses replaces it.
 */
export function resolutionsOf(parsed: ParsedQuestion, rules: ResolutionRules): SegmentResolution[] {
  const { text } = parsed.question;
  const whole: Segment = { start: 0, end: text.length };
  const parts = sentences(text);
  const resolutions = parts
    .flatMap((part) => [
      ...(rules.rulesReject ? [] : resolveClauses(parsed, part, rules)),
      resolveSentence(parsed, part, rules),
    ])
    .map((resolution) => withParamsFromMessage(resolution, parsed, rules));
  if (parts.length < 2) {
    return resolutions;
  }
  return [...resolutions, resolveTogether(parsed, whole, addressedPart(parts, parsed), rules)];
}

/** Returns the part from the first sentence with an address to the last sentence with an address or a question mark. */
function addressedPart(parts: readonly Segment[], { entities, question }: ParsedQuestion): Segment | undefined {
  const addressed = (part: Segment): boolean =>
    entities.addresses.some(({ start }) => start >= part.start && start < part.end);
  const first = parts.find(addressed);
  const last = parts.findLast(
    (part) => addressed(part) || questionMark.test(question.text.slice(part.start, part.end)),
  );
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

/** Resolves the whole message or, if it resembles no type, only its part with the addresses. */
function resolveTogether(
  parsed: ParsedQuestion,
  whole: Segment,
  addressed: Segment | undefined,
  rules: ResolutionRules,
): SegmentResolution {
  const resolution = resolveSegment(parsed, whole, rules, rules.floor);
  const isShorter = addressed !== undefined && addressed.end - addressed.start < whole.end - whole.start;
  if (resolution.outcome !== 'none' || resolution.because !== 'unlike_anything' || !isShorter) {
    return resolution;
  }
  const part = resolveSegment(parsed, addressed, rules, rules.floor);
  if (part.outcome === 'none') {
    return resolution;
  }
  return part.outcome === 'missing' ? withParamsFromMessage(part, parsed, rules) : part;
}

/**
 * Returns the rank of a sentence, which replaces the probability if there is no judge. The candidate with the highest
 * rank becomes the answer. The rank is the sentence's confidence, with these changes:
 * - A question ranks higher, such as the second sentence of "I am an LP in X. How is the pool doing?".
 * - A mere label ranks lower: an address with few words, such as "Address: X.".
 * - If the message has an address, a sentence without one ranks lower unless it is a question: "Resolve it."
 */
function rankOf({ confidence, segment }: SegmentResolution, { question, masked, entities }: ParsedQuestion): number {
  const asked = questionMark.test(question.text.slice(segment.start, segment.end));
  const words = masked.slice(segment.start, segment.end).match(/\p{L}+/gu) ?? [];
  const addressed = entities.addresses.some(({ start }) => start >= segment.start && start < segment.end);
  const isLabel = addressed && !asked && words.length <= maxLabelWords;
  const lacksAddress = !asked && entities.addresses.length > 0 && !addressed;
  return confidence + (asked ? rankBonus : 0) - (isLabel || lacksAddress ? rankBonus : 0);
}

/**
 * Takes parameters that a sentence lacks from the rest of the message. Example: "Funding please. It is for BTC, on
 * Bybit."
 */
function withParamsFromMessage(
  resolution: SegmentResolution,
  parsed: ParsedQuestion,
  { catalog, rulesReject }: ResolutionRules,
): SegmentResolution {
  if (resolution.outcome !== 'missing') {
    return resolution;
  }
  const type = catalog.get(resolution.type);
  const isRejected = type === undefined || (rulesReject && rejectionOf(type, parsed) !== undefined);
  const filled = isRejected ? undefined : fillParams(type, parsed);
  return filled?.outcome === 'type'
    ? { ...resolution, outcome: 'type', params: filled.params, missing: [] }
    : resolution;
}

/**
 * Returns why the sentence after the answered one makes it unanswerable, or undefined if it does not. The next sentence
 * may move the question to the past or to the future. Example: "Give me the price of Bitcoin. As it stood in March
 * 2019, please."
 */
export function afterthoughtAbout(
  parsed: ParsedQuestion,
  parts: readonly Segment[],
  answered: Segment,
): NoneReason | undefined {
  const next = parts[parts.findIndex(({ start }) => start === answered.start) + 1];
  if (next === undefined) {
    return undefined;
  }
  const { signals } = partOf(parsed, next.start, next.end);
  const words = parsed.masked.slice(next.start, next.end).match(/[\p{L}\p{N}]+/gu) ?? [];
  const hasOwnTopic =
    words.some((word) => ['i', 'my', 'me', 'we', 'he', 'she', 'they'].includes(word)) || signals.has('now');
  if (words.length > maxAfterthoughtWords || hasOwnTopic) {
    return undefined;
  }
  if (signals.has('year') || signals.has('past')) {
    return 'past';
  }
  return signals.has('future') ? 'future' : undefined;
}
