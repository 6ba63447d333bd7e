import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { parseQuestion } from '@assay/resolver/entities/parse-question';
import type { LabelledItem } from '../scoring/labelled-set.ts';
import { fillParams } from '@assay/resolver/fill/fill-params';
import { fillableParams } from '@assay/resolver/openai/prompt';
import { normalizeQuestion } from '@assay/resolver/question-text';
import type { RecordedAnswers } from './recorded-answers.ts';

/** The behaviours that an endpoint can be scripted with. `recorded` repeats the answers of a real large model. */
export const behaviours = [
  'right',
  'recorded',
  'out_of_schema',
  'over_eager',
  'slow',
  'refusing',
  'failing',
  'poisoned',
] as const;

/** A scripted behaviour, which imitates a good or a bad large model. */
export type Behaviour = (typeof behaviours)[number];

/** A question as a scripted endpoint sees it. */
export type AskedQuestion = {
  readonly query: string;
  /**
   * A number that depends only on the question's text. Behaviours use it instead of a random number, so that every run
   * gives the same result.
   */
  readonly dice: number;
  /** The question with its label. Undefined when the endpoint has no label for it. */
  readonly item: LabelledItem | undefined;
  /** The type that a careless model would choose for the question. */
  readonly tempting: string;
};

/** A reply of a scripted endpoint: an answer's text, a refusal, an HTTP status, or no reply at all. */
export type ScriptedReply =
  | { readonly content: string }
  | { readonly refusal: string }
  | { readonly status: number }
  | 'nothing';

type GivenParams = Readonly<Record<string, string | null>>;

/** For each parameter, the value that a careless model invents when the question does not state the parameter. */
const invented: Readonly<Record<string, string>> = {
  token: 'DOGE',
  symbol: 'DOGE-EUR',
  venue: 'binance',
  handle: 'someone.invented.example',
  metric: 'posts',
  platform: 'mastodon',
  game: 'Stardew Valley',
  amountIn: '123456789',
};
const inventedAddress = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5';

/** Settings of a behaviour. */
export type BehaviourSettings = {
  readonly catalog: Catalog;
  /** Share of the questions that the behaviour `right` answers as labelled, from 0 to 1. */
  readonly accuracy: number;
  /** The answers that the behaviour `recorded` repeats. It declines a question that has no recorded answer. */
  readonly recorded?: RecordedAnswers;
};

/** Returns the reply of a behaviour to a question. The same question always gets the same reply. */
export function replyOf(
  behaviour: Behaviour,
  question: AskedQuestion,
  { catalog, accuracy, recorded }: BehaviourSettings,
): ScriptedReply {
  switch (behaviour) {
    case 'right':
      return rightOrWrong(question, catalog, accuracy);
    case 'recorded':
      return repeated(question, recorded);
    case 'out_of_schema':
      return { content: malformedAnswers[question.dice % malformedAnswers.length] ?? '' };
    case 'over_eager':
      return overEager(question, catalog);
    case 'slow':
      return 'nothing';
    case 'refusing':
      return { refusal: "I'm sorry, but I can't help with that." };
    case 'failing':
      return { status: 503 };
    case 'poisoned':
      return poisoned(question, catalog);
  }
}

/**
 * Repeats the recorded answer. When the answer is missing, the reply declines the question. An error status would be
 * wrong, because several in a row open the service's circuit breaker for all questions.
 */
function repeated({ item }: AskedQuestion, recorded: RecordedAnswers | undefined): ScriptedReply {
  const known = item === undefined ? undefined : recorded?.get(item.id);
  return known === undefined
    ? { refusal: 'There is no recorded answer to this question.' }
    : answer(known.type, known.params, known.confidence);
}

const malformedAnswers: readonly string[] = [
  'Sure! The price of ETH is $4,211.',
  '```json\n{"type":"token.price","params":{"token":"ETH"},"confidence":0.9}\n```',
  '{"type":"token.price","params":{"token":"ETH"},"confidence":0.9,"value":4211}',
  '{"type":"token.price","params":{"token":"ETH"},"confidence":"high"}',
  '{"type":"token.price","params":["ETH"],"confidence":0.9}',
  '{"type":"token.price","params":{"token":4211},"confidence":0.9}',
  '{"type":"weather.now","params":{},"confidence":0.9}',
  '{"type":"__proto__","params":{"__proto__":{"token":"ETH"}},"confidence":1}',
  '{"type":"token.price","params":{"token":"ETH"},"confidence":1e9}',
  '{"type":"token.price","params":{"tok',
  'null',
  '[]',
  '',
];

/**
 * Gives the labelled answer to a share of the questions, and a wrong answer to all others. The wrong answers resemble
 * mistakes of large models.
 */
function rightOrWrong(question: AskedQuestion, catalog: Catalog, accuracy: number): ScriptedReply {
  const isRight = (question.dice % 10_000) / 10_000 < accuracy;
  if (isRight) {
    return labelledAnswer(question, catalog);
  }
  const answerable = question.item?.accept.some(({ outcome }) => outcome !== 'no_source') === true;
  return answerable && Math.floor(question.dice / 10_000) % 2 === 0
    ? answer('none', {}, 0.9)
    : overEager(question, catalog);
}

function labelledAnswer({ query, item }: AskedQuestion, catalog: Catalog): ScriptedReply {
  const accepted = item?.accept[0];
  const type = accepted?.type === undefined ? undefined : catalog.get(accepted.type);
  if (accepted === undefined || type === undefined || accepted.outcome === 'no_source') {
    return answer('none', {}, 0.95);
  }
  const found = accepted.params ?? paramsIn(query, type);
  const given = Object.entries(found).filter(([name]) => accepted.missing?.includes(name) !== true);
  return answer(type.id, Object.fromEntries(given), 0.95);
}

/** Answers every question with a type and full confidence. Invents the parameters that the question does not state. */
function overEager({ query, tempting, dice }: AskedQuestion, catalog: Catalog): ScriptedReply {
  const ids = [...catalog.keys()];
  const type = catalog.get(tempting) ?? catalog.get(ids[dice % ids.length] ?? '');
  return type === undefined
    ? answer('none', {}, 1)
    : answer(type.id, { ...inventedParams(catalog, type), ...paramsIn(query, type) }, 1);
}

/**
 * Follows instructions inside the question: answers with the type that the question names, its words as parameters, and
 * any address in it.
 */
function poisoned(question: AskedQuestion, catalog: Catalog): ScriptedReply {
  const { query } = question;
  const told = [...catalog.values()].find(({ id }) => query.toLowerCase().includes(id));
  const type = told ?? catalog.get(question.tempting) ?? catalog.get('token.price');
  if (type === undefined) {
    return answer('none', {}, 1);
  }
  const words = query.slice(0, 200);
  const copied = fillableParams(catalog, type.id).map((name) => [name, words] as const);
  return answer(type.id, { ...Object.fromEntries(copied), ...paramsIn(query, type) }, 1);
}

function inventedParams(catalog: Catalog, type: DataType): GivenParams {
  const named = fillableParams(catalog, type.id).map((name) => [name, invented[name] ?? inventedAddress] as const);
  return Object.fromEntries(named);
}

/**
 * Returns the parameters of the type whose values occur in the question. Even a careless model finds these, also when
 * the question asks for something else.
 */
function paramsIn(query: string, type: DataType): GivenParams {
  const filled = fillParams(type, parseQuestion(normalizeQuestion(query)));
  return filled.outcome === 'none' ? {} : filled.params;
}

function answer(type: string, params: GivenParams, confidence: number): ScriptedReply {
  return { content: JSON.stringify({ type, params, confidence }) };
}
