import { LRUCache } from 'lru-cache';

/** The reason why a question must not be sent now. */
export type Denial = {
  readonly detail: string;
  /** Milliseconds until the provider is asked again. */
  readonly remainingMs: number;
};

/** Records that one provider refuses to serve us, because it does not accept our key, plan, address or region. */
export type AccessDenials = {
  /** Returns the reason why a question must wait, or undefined when it may be sent. */
  readonly of: (question: string) => Denial | undefined;
  /** Returns the reason why every question to the provider must wait, or undefined when one may be sent. */
  readonly ofAll: () => Denial | undefined;
  /**
   * Returns whether the provider refused us and has answered nothing since then. This stays true even after the waiting
   * time.
   */
  readonly isDenied: () => boolean;
  /**
   * Registers a question that the provider always answers while it accepts us. If the provider refuses this question,
   * the refusal concerns us, not the question.
   */
  readonly expect: (question: string) => void;
  /** Records a refusal of the provider. */
  readonly deny: (question: string, detail: string, scope: DenialScope) => void;
  /** Records that the provider answered a question without refusing it. */
  readonly allow: (question: string) => void;
};

/**
 * The scope of a refusal, with the HTTP status that usually means it. `caller` (401): the provider refuses us. `region`
 * (451): the provider refuses us or the subject of the question. `question` (403): the provider may refuse only this
 * question. `request` is the same as `question`, for providers whose questions have no names.
 */
export type DenialScope = 'caller' | 'region' | 'question' | 'request';

/**
 * Returns the scope of a refusal with this HTTP status. A 403 or 451 may concern only the question, because callers
 * choose it, and its subject can be private or blocked by law. A refusal in any other form, such as a text in a
 * response with status 200, concerns our key.
 */
export function scopeOf(httpStatus: number): DenialScope {
  if (httpStatus === 451) {
    return 'region';
  }
  return httpStatus === 403 ? 'question' : 'caller';
}

/**
 * How long the engine waits after a refusal, in milliseconds. Each further refusal in a row doubles the wait, from
 * `firstMs` up to `maxMs`.
 */
export type DenialWaits = { readonly firstMs: number; readonly maxMs: number };

/**
 * Waits in live mode. A minute is a short enough first wait, because only a person can correct a key. After the
 * correction, the engine asks again within a quarter of an hour.
 */
export const liveDenialWaits: DenialWaits = { firstMs: 60_000, maxMs: 900_000 };
/** Waits in sandbox mode, where tests and demonstrations end a refusal within seconds. */
export const sandboxDenialWaits: DenialWaits = { firstMs: 1_000, maxMs: 2_000 };

/**
 * If this many different questions are refused in a row, the provider refuses us and not the questions. At least one of
 * them must be a question that the provider is known to answer. Otherwise a caller could block a provider for everybody
 * with three questions about private subjects.
 */
const enoughQuestions = 3;
/** Maximum number of questions in memory. Without it, the memory could grow, because callers choose the questions. */
const maxQuestions = 1_000;

type Entry = { readonly detail: string; readonly untilMs: number; readonly waitMs: number };

/**
 * Creates the record of one provider's refusals. After a refusal, the engine does not ask the provider again
 * immediately. Repeated requests with a refused key change nothing, and the provider might block our address because of
 * them.
 *
 * A 403 can concern a single question, such as a feed that a plan does not include. Such a refusal stops only that
 * question. The provider counts as refusing us only after several different questions in a row were refused. One of
 * them must be a question that the provider is known to answer.
 * @param now milliseconds on a clock that never runs backwards.
 * @param onDenied called when the provider begins to refuse all questions, for the log.
 */
export function createAccessDenials(
  waits: DenialWaits,
  now: () => number,
  onDenied: (detail: string) => void = () => undefined,
): AccessDenials {
  const byQuestion = new LRUCache<string, Entry>({ max: maxQuestions });
  const expected = new Set<string>();
  const answered = new LRUCache<string, true>({ max: maxQuestions });
  const inARow = new Set<string>();
  let isKnownInRow = false;
  let all: Entry | undefined;
  const next = (detail: string, before: Entry | undefined): Entry => {
    const waitMs = before === undefined ? waits.firstMs : Math.min(waits.maxMs, before.waitMs * 2);
    return { detail, waitMs, untilMs: now() + waitMs };
  };
  const current = (entry: Entry | undefined): Denial | undefined => {
    const remainingMs = (entry?.untilMs ?? 0) - now();
    return entry === undefined || remainingMs <= 0 ? undefined : { detail: entry.detail, remainingMs };
  };
  const endRow = (): void => {
    inARow.clear();
    isKnownInRow = false;
  };
  /**
   * Adds a refusal to the present series of refusals. Returns whether the series shows that the provider refuses us.
   */
  const showsRefusal = (question: string, scope: DenialScope): boolean => {
    const isKnown = scope === 'request' || expected.has(question) || answered.has(question);
    isKnownInRow ||= isKnown;
    if (inARow.size < enoughQuestions) {
      inARow.add(scope === 'request' ? `request ${inARow.size}` : question);
    }
    const isAlone =
      scope === 'caller' || (scope === 'region' && isKnown) || (scope === 'request' && answered.size === 0);
    return isAlone || (isKnownInRow && inARow.size >= enoughQuestions);
  };
  return {
    of: (question) => current(all) ?? current(byQuestion.get(question)),
    ofAll: () => current(all),
    isDenied: () => all !== undefined,
    expect: (question) => void expected.add(question),
    deny: (question, detail, scope) => {
      byQuestion.set(question, next(detail, byQuestion.get(question)));
      if (showsRefusal(question, scope)) {
        // Several requests in flight can be refused at the same time. Their refusals count as one.
        if (current(all) === undefined) {
          if (all === undefined) {
            onDenied(detail);
          }
          all = next(detail, all);
        }
        endRow();
      }
    },
    allow: (question) => {
      answered.set(question, true);
      byQuestion.delete(question);
      endRow();
      all = undefined;
    },
  };
}
