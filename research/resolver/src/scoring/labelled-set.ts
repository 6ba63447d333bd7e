import type { Catalog } from '@assay/catalog/catalog';
import { parseParams } from '@assay/catalog/params';
import { z } from 'zod';
import { intervalOf, type Interval } from './intervals.ts';
import { readJsonLine } from './json-line.ts';
import type { Model, Resolution } from '@assay/resolver/model';

const answer = z.object({
  outcome: z.enum(['type', 'missing_param', 'no_source']),
  type: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  missing: z.array(z.string()).optional(),
});
const labelledItem = z.object({
  id: z.string(),
  query: z.string(),
  accept: z.array(answer).min(1),
  tags: z.array(z.string()).default([]),
  /** The author of the question; empty when unknown. */
  author: z.string().default(''),
});

/** An answer to a question, in the form that labelled sets use. */
export type LabelledAnswer = z.infer<typeof answer>;

/** A question with every answer that counts as right. */
export type LabelledItem = z.infer<typeof labelledItem>;

/** A scored question: the answer it got, whether the whole answer or only its type is right, and the time it took. */
export type ScoredItem = {
  readonly item: LabelledItem;
  readonly got: LabelledAnswer;
  readonly exact: boolean;
  readonly typeRight: boolean;
  readonly tookMs: number;
};

/**
 * Reads lines of `{ id, query, accept, tags }`. Throws for a malformed line, with the line's number and the problem.
 */
export function readLabelledSet(text: string): LabelledItem[] {
  return text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [readJsonLine(labelledItem, line, at + 1)]));
}

/** Returns the items with at least one right answer that has no type or a type of the catalog. */
export function answerableWith(items: readonly LabelledItem[], catalog: Catalog): LabelledItem[] {
  return items.filter(({ accept }) => accept.some(({ type }) => type === undefined || catalog.has(type)));
}

/**
 * Asks a model each question of a set, one at a time, and scores the answers.
 * @param nowMs the clock that times the answers, in milliseconds.
 */
export async function scoreModel(
  model: Model,
  items: readonly LabelledItem[],
  catalog: Catalog,
  nowMs: () => number,
): Promise<ScoredItem[]> {
  const scored: ScoredItem[] = [];
  for (const item of items) {
    const startedAtMs = nowMs();
    const resolution = await model.resolve(item.query, catalog, Number.POSITIVE_INFINITY);
    scored.push({ ...scoreOf(item, resolution, catalog), tookMs: nowMs() - startedAtMs });
  }
  return scored;
}

/**
 * Compares a resolution with the right answers to its question. Returns whether its type is right, and whether the
 * whole answer is.
 */
export function scoreOf(item: LabelledItem, resolution: Resolution, catalog: Catalog): Omit<ScoredItem, 'tookMs'> {
  return score(item, answerOf(resolution, catalog), catalog);
}

/** The rates of a scored set, each with its interval. */
export type Rates = {
  readonly exact: Interval;
  readonly type: Interval;
  /** Share of unanswerable questions that got an answer. */
  readonly falseAnswer: Interval;
  /** Share of answerable questions that got the outcome `none`. */
  readonly falseRefusal: Interval;
};

/** Computes the rates of a scored set. */
export function ratesOf(scored: readonly ScoredItem[]): Rates {
  const onlyNone = scored.filter(({ item: { accept } }) => accept.every(({ outcome }) => outcome === 'no_source'));
  const answerable = scored.filter(
    ({ item: { accept } }) =>
      accept.some(({ outcome }) => outcome === 'type') && !accept.some(({ outcome }) => outcome === 'no_source'),
  );
  const count = (items: readonly ScoredItem[], is: (item: ScoredItem) => boolean): Interval =>
    intervalOf(items.filter(is).length, items.length);
  return {
    exact: count(scored, ({ exact }) => exact),
    type: count(scored, ({ typeRight }) => typeRight),
    falseAnswer: count(onlyNone, ({ got }) => got.outcome === 'type'),
    falseRefusal: count(answerable, ({ got }) => got.outcome === 'no_source'),
  };
}

/**
 * Returns a resolution in the form of a label. It omits parameters that the catalog adds, because labels contain only
 * what the question says.
 */
function answerOf({ outcome, type, params, missing }: Resolution, catalog: Catalog): LabelledAnswer {
  if (outcome === 'none') {
    return { outcome: 'no_source' };
  }
  if (outcome === 'missing') {
    return { outcome: 'missing_param', type, missing: [...missing] };
  }
  const declared = catalog.get(type);
  const said = Object.entries(params).filter(([name, value]) => {
    const { [name]: _left, ...others } = params;
    const without = declared === undefined ? undefined : parseParams(declared, others, declared.inferredParams);
    return without?.ok !== true || without.params[name] !== value;
  });
  return { outcome, type, params: Object.fromEntries(said) };
}

function score(item: LabelledItem, got: LabelledAnswer, catalog: Catalog): Omit<ScoredItem, 'tookMs'> {
  const sameType = item.accept.filter(
    ({ outcome, type }) => outcome === got.outcome && (outcome === 'no_source' || type === got.type),
  );
  return {
    item,
    got,
    typeRight: sameType.length > 0,
    exact: sameType.some((accepted) => sameAnswer(accepted, got, catalog)),
  };
}

/**
 * Returns whether two answers of the same type are equal. Answers with parameters must agree on all of them in the
 * catalog's normal form. Requests for a parameter must ask for the same parameter.
 */
function sameAnswer(accepted: LabelledAnswer, got: LabelledAnswer, types: Catalog): boolean {
  if (accepted.outcome === 'type') {
    return normalParams(accepted, types) === normalParams(got, types);
  }
  const names = (of: LabelledAnswer): string => [...new Set(of.missing ?? [])].toSorted().join();
  return accepted.outcome === 'no_source' || names(accepted) === names(got);
}

function normalParams({ type: id, params = {} }: LabelledAnswer, types: Catalog): string {
  const type = id === undefined ? undefined : types.get(id);
  const { user_id: _inferred, ...given } = params;
  const parsed = type === undefined ? undefined : parseParams(type, given, type.inferredParams);
  const normal = parsed?.ok === true ? parsed.params : given;
  const comparable = Object.entries(normal).map(([name, value]) => [name, comparableValue(name, value)] as const);
  return JSON.stringify(comparable.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns a parameter's value in a form in which two values with the same meaning are equal. Case does not matter in
 * names. In names of games, only letters and digits matter.
 */
function comparableValue(name: string, value: string): string {
  if (name === 'game') {
    return value
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  }
  return name === 'handle' ? value.toLowerCase().replace(/^@/, '') : value;
}
