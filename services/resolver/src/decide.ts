import { partOf, type ParsedQuestion } from './entities/parse-question.ts';
import { fillParams } from './fill/fill-params.ts';
import type { NoneReason, Resolution } from './model.ts';
import { rejectionOf } from './rejection-rules.ts';
import { sentences, type Segment } from './segments.ts';
import {
  none,
  resolveSegment,
  resolveSentence,
  type ResolutionRules,
  type SegmentResolution,
} from './segment-resolution.ts';

/** The rank of a question rises by this amount. The rank of a label falls by it. */
const rankBonus = 0.3;
const maxLabelWords = 3;
const maxAfterthoughtWords = 10;
const questionMark = /[?？]\s*$/;

/**
 * Resolves a message to a type with parameters, to missing parameters, or to none. Resolves each sentence first,
 * because a long message may hold one question among other text. Resolves the whole message when no sentence has a type.
 */
export function decide(parsed: ParsedQuestion, given: Omit<ResolutionRules, 'ordered'>): Resolution {
  const { text } = parsed.question;
  const rules = { ...given, ordered: parsed.signals.has('order') };
  const whole: Segment = { start: 0, end: text.length };
  const parts = sentences(text);
  if (parts.length === 0) {
    return none('unlike_anything', 1);
  }
  if (parts.length === 1) {
    return withoutSegment(resolveSentence(parsed, parts[0] ?? whole, rules));
  }
  const resolutions = parts.map((part) => resolveSentence(parsed, part, rules));
  const severalAddresses = new Set(parsed.entities.addresses.map(({ value }) => value)).size > 1;
  const together = severalAddresses ? resolveTogether(parsed, whole, addressedPart(parts, parsed), rules) : undefined;
  const addressesUsed = together === undefined ? 0 : countAddressesUsed(together, parsed);
  if (
    together !== undefined &&
    addressesUsed > 1 &&
    resolutions.every((resolution) => countAddressesUsed(resolution, parsed) <= addressesUsed)
  ) {
    return withoutSegment(together);
  }
  const best = bestAnswer(resolutions, parsed);
  if (best !== undefined) {
    const afterthought = afterthoughtAbout(parsed, parts, best.segment);
    return afterthought === undefined
      ? withoutSegment(best)
      : { ...none(afterthought, best.confidence), nearest: best.type };
  }
  const incomplete = resolutions.find(({ outcome }) => outcome === 'missing');
  if (incomplete !== undefined) {
    return withoutSegment(withParamsFromMessage(incomplete, parsed, rules));
  }
  const nearMiss = resolutions.find(({ because, nearest }) => because !== 'unlike_anything' && nearest !== undefined);
  const all = together ?? resolveSegment(parsed, whole, rules, rules.floor);
  return withoutSegment(all.outcome !== 'none' || nearMiss === undefined ? all : nearMiss);
}

/** Returns the resolution with a type that ranks highest, the earliest of equals. Undefined when no resolution has a type. */
function bestAnswer(resolutions: readonly SegmentResolution[], parsed: ParsedQuestion): SegmentResolution | undefined {
  return resolutions
    .filter(({ outcome }) => outcome === 'type')
    .map((resolution) => ({ resolution, rank: rankOf(resolution, parsed) }))
    .toSorted((a, b) => b.rank - a.rank)[0]?.resolution;
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

/** Returns the resolution of the whole message, or that of its addressed part when the whole is unlike any type. */
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
 * Returns the rank of a sentence among the sentences with a type. The rank is its confidence, raised for a question and
 * lowered for a mere label or for an order without an address. Examples: "I am an LP in X. How is the pool doing?",
 * "Obtain the risk. Address: X.", "Resolve it."
 */
function rankOf({ confidence, segment }: SegmentResolution, { question, masked, entities }: ParsedQuestion): number {
  const asked = questionMark.test(question.text.slice(segment.start, segment.end));
  const words = masked.slice(segment.start, segment.end).match(/\p{L}+/gu) ?? [];
  const addressed = entities.addresses.some(({ start }) => start >= segment.start && start < segment.end);
  const isLabel = addressed && !asked && words.length <= maxLabelWords;
  const lacksAddress = !asked && entities.addresses.length > 0 && !addressed;
  return confidence + (asked ? rankBonus : 0) - (isLabel || lacksAddress ? rankBonus : 0);
}

/** Counts the addresses of a message that a resolution's parameters contain. Labels may span sentences: "Pool: ... Payer: ...". */
function countAddressesUsed({ outcome, params }: SegmentResolution, { entities }: ParsedQuestion): number {
  const given = outcome === 'none' ? [] : Object.values(params);
  return new Set(entities.addresses.map(({ value }) => value).filter((value) => given.includes(value))).size;
}

/** Fills a sentence's missing parameters from the whole message: "Funding please. It is for BTC, on Bybit." */
function withParamsFromMessage(
  resolution: SegmentResolution,
  parsed: ParsedQuestion,
  { catalog }: ResolutionRules,
): SegmentResolution {
  const type = catalog.get(resolution.type);
  const filled = type === undefined || rejectionOf(type, parsed) !== undefined ? undefined : fillParams(type, parsed);
  return filled?.outcome === 'type'
    ? { ...resolution, outcome: 'type', params: filled.params, missing: [] }
    : resolution;
}

/**
 * Returns the reason when the sentence after the answered one moves the question to another time. Example: "Give me the
 * price of Bitcoin. As it stood in March 2019, please."
 */
function afterthoughtAbout(
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

function withoutSegment({ segment: _segment, ...resolution }: SegmentResolution): Resolution {
  return resolution;
}
