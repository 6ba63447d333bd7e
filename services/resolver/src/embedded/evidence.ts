import type { Catalog } from '@assay/catalog/catalog';
import { afterthoughtAbout, type Candidate } from '../decide.ts';
import { partOf, type ParsedQuestion } from '../entities/parse-question.ts';
import { addressParamsOf } from '../fill/roles.ts';
import type { IntentSignal } from '../intent-signals/find-intent-signals.ts';
import { noneReasons } from '../model.ts';
import { classOf } from '../price-class.ts';
import { lacksPriceWords, rejectionOf } from '../rejection-rules.ts';
import { sentences, type Segment } from '../segments.ts';

/** Signals that make an answer more or less likely to be right, whatever its type is. */
const telltales = ['past', 'future', 'advice', 'doubt', 'action', 'command', 'telling', 'explanation', 'now'] as const;
const questionMark = /[?？]\s*$/;
const minLogit = 1e-4;
const shapeSize = 29;
const maxLabelWords = 3;
/**
 * Approximate mean familiarity of questions. Familiarity is the share of a question's features that the model knows.
 * The evidence contains its difference from this mean, which is near 0 for most questions.
 */
const usualFamiliarity = 0.8;

/** Returns the number of values that `evidenceOf` returns for a model with these classes. */
export function evidenceSize(labels: readonly string[]): number {
  return shapeSize + 2 * noneReasons.length + telltales.length + labels.length;
}

/**
 * The inputs from which evidence about a candidate is computed: the catalog, the classes, and the probability of each
 * class for the message.
 */
export type Surroundings = {
  readonly catalog: Catalog;
  readonly labels: readonly string[];
  readonly ofWhole: ReadonlyMap<string, number>;
  /** Share of the features of a part that occurred in training. */
  readonly familiarityOf: (part: ParsedQuestion, segment: Segment) => number;
};

/**
 * Returns the evidence for and against an answer, as numbers. It contains the probabilities of the type and of `none`,
 * both for the sentence and for the whole message. It also contains the results of the rejection rules and the form of
 * the message.
 */
export function evidenceOf(
  parsed: ParsedQuestion,
  { type: id, outcome, segment, confidence, params }: Candidate,
  { catalog, labels, ofWhole, familiarityOf }: Surroundings,
): number[] {
  const { text } = parsed.question;
  const part = partOf(parsed, segment.start, segment.end);
  const type = catalog.get(id);
  const name = classOf(id);
  const parts = sentences(text);
  const at = parts.findIndex(({ start }) => start === segment.start);
  const isWhole = segment.start === 0 && segment.end === text.length;
  const familiar = familiarityOf(part, segment) - usualFamiliarity;
  const asked = questionMark.test(text.slice(segment.start, segment.end));
  const given = Object.values(params);
  const values = [...new Set(parsed.entities.addresses.map(({ value }) => value))];
  const used = values.filter((value) => given.includes(value)).length;
  const words = part.masked.slice(segment.start, segment.end).match(/\p{L}+/gu)?.length ?? 0;
  const afterthought = parts.length > 1 && !isWhole ? afterthoughtAbout(parsed, parts, segment) : undefined;
  const is = (condition: boolean): number => (condition ? 1 : 0);
  const ofPart = type === undefined ? undefined : rejectionOf(type, part);
  const ofAll = type === undefined ? undefined : rejectionOf(type, parsed);
  const addressed = type !== undefined && addressParamsOf(type).length > 0;
  const doubtful = is(isDoubtful(part));
  const has = (signal: IntentSignal): number => is(part.signals.has(signal));
  return [
    1,
    logit(confidence),
    logit(ofWhole.get(name) ?? 0),
    logit(ofWhole.get('none') ?? 0),
    is(parts.length > 1),
    is(parts.length > 1) * logit(ofWhole.get('none') ?? 0),
    Math.log(text.length + 1) - 4,
    is(outcome === 'missing'),
    is(outcome === 'missing' && addressed && parsed.entities.brokenAddresses.length === 0),
    is(asked),
    is(type !== undefined && lacksPriceWords(type, part)),
    is(words === 0 && parts.length === 1),
    is(parsed.entities.foreignAddresses.length > 0),
    is(isWhole && parts.length > 1),
    is(isWhole && parts.length > 1) * logit(confidence),
    is(at === parts.length - 1 && parts.length > 1),
    is(at === 0 && parts.length > 1),
    is(afterthought !== undefined),
    is(words <= maxLabelWords),
    is(values.length > used),
    is(addressed && values.length > 0 && part.entities.addresses.length === 0),
    is(outcome === 'missing') * logit(confidence),
    is(ofPart !== undefined) * logit(confidence),
    Math.log(words + 1) - 2,
    familiar,
    familiar * logit(confidence),
    doubtful,
    logit(likeliestOther(ofWhole, name)),
    doubtful * logit(confidence),
    ...noneReasons.map((reason) => is(ofPart === reason)),
    // An order about the answer affects only its own sentence. If it is in another sentence, it is no evidence about
    // this one.
    ...noneReasons.map((reason) => is(ofAll === reason && ofPart === undefined && reason !== 'order')),
    ...telltales.map(has),
    ...labels.map((known) => is(known === name)),
  ];
}

/** Returns the highest probability among all classes other than `name` and `none`. */
function likeliestOther(probabilities: ReadonlyMap<string, number>, name: string): number {
  const others = [...probabilities].filter(([label]) => label !== name && label !== 'none');
  return Math.max(0, ...others.map(([, probability]) => probability));
}

/** Returns whether all words that name the subject of a part are everyday words, so that the subject is doubtful. */
function isDoubtful({ entities }: ParsedQuestion): boolean {
  const certain = entities.assets.length + entities.pairs.length + entities.games.length;
  return certain === 0 && entities.doubtfulAssets.length + entities.doubtfulGames.length > 0;
}

function logit(probability: number): number {
  const bounded = Math.min(1 - minLogit, Math.max(minLogit, probability));
  return Math.log(bounded / (1 - bounded));
}
