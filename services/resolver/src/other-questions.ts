import type { Catalog } from '@assay/catalog/catalog';
import type { Model, Resolution } from './model.ts';
import { parseQuestion } from './entities/parse-question.ts';
import { normalizeQuestion } from './question-text.ts';
import { sentences } from './segments.ts';

/** The word "and" before another question, as in "what is SOL worth and what is BTC worth". */
const nextQuestion = /[,;]?\s+and\s+(?=(?:what|whats|what's|how|which|who|the price|price)\s)/i;
/** Matches a part of a message that has the form of a question or of a request. */
const questionForm =
  /[?？؟]\W*$|^(?:and\s+)?(?:what|whats|what's|how|which|who|(?:the\s+)?(?:current\s+)?price|tell me|give me|show me)\s/i;
const priceTypes: ReadonlySet<string> = new Set(['token.price', 'spot.price']);
/** Maximum number of parts of a message that are resolved separately, so that a long message costs little time. */
const maxParts = 6;
/** Minimum confidence, from 0 to 1, at which a part counts as a separate question. */
const minConfidence = 0.8;

/**
 * Returns a sentence for the caller if a message asks for more than the answered value. The sentence is empty for a
 * message with one question.
 */
export async function otherQuestionsNotice(
  query: string,
  answered: Resolution,
  { model, catalog, deadlineAtMs }: { readonly model: Model; readonly catalog: Catalog; readonly deadlineAtMs: number },
): Promise<string> {
  const parts = sentences(query).flatMap(({ start, end }) => query.slice(start, end).split(nextQuestion));
  if (answered.outcome !== 'type' || parts.length < 2) {
    return '';
  }
  for (const part of parts.filter(isQuestion).slice(0, maxParts)) {
    const own = await model.resolve(part, catalog, deadlineAtMs);
    if (own.outcome === 'type' && own.confidence >= minConfidence && asksForMore(own, answered)) {
      return `This message asks more than one question, and Assay answered only ${subjectOf(answered)}. Send each question in its own request.`;
    }
  }
  return '';
}

/**
 * Returns whether a part has the form of a question and names its own subject, so that it is complete without other
 * parts.
 */
function isQuestion(part: string): boolean {
  if (!questionForm.test(part.trim())) {
    return false;
  }
  const { assets, pairs, handles, games, addresses } = parseQuestion(normalizeQuestion(part)).entities;
  return [assets, pairs, handles, games, addresses].some((mentions) => mentions.length > 0);
}

/**
 * Returns whether a part asks for another value than the answered one. Two price types with the same asset count as one
 * question, and so do two types with the same address. The reason is that people often describe one value in several
 * sentences.
 */
function asksForMore(own: Resolution, answered: Resolution): boolean {
  const known = new Set(Object.values(answered.params));
  const namesOther = Object.values(own.params).some((value) => !known.has(value));
  const areAlike = [own, answered].every(({ type }) => priceTypes.has(type) || type.startsWith('chain.'));
  return namesOther || (own.type !== answered.type && !areAlike);
}

function subjectOf({ type, params }: Resolution): string {
  const sorted = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [type, ...sorted.map(([name, value]) => `${name} ${value}`)].join(', ').replace(', ', ' with ');
}
