import { LRUCache } from 'lru-cache';

/** The reason why a question must not be sent now. */
export type Denial = {
  readonly detail: string;
  /** Time until the provider is asked again, in milliseconds. */
  readonly remainingMs: number;
};

/** The refusals of one provider to serve us, because it does not accept a key, a plan, an address or a region. */
export type AccessDenials = {
  /** Returns the reason why a question must wait, or undefined when it may be sent. */
  readonly of: (question: string) => Denial | undefined;
  /** Returns the reason why every question to the provider must wait, or undefined when one may be sent. */
  readonly ofAll: () => Denial | undefined;
  /** Returns whether the provider refused us and has answered nothing since, even if the wait is over. */
  readonly isDenied: () => boolean;
  /**
   * Names a question that the provider answers whenever it accepts us. A refusal of this question therefore concerns
   * us, and not the question.
   */
  readonly expect: (question: string) => void;
  /** Records a refusal of the provider. */
  readonly deny: (question: string, detail: string, scope: DenialScope) => void;
  /** Records an answer that was no refusal. */
  readonly allow: (question: string) => void;
};

/**
 * What a refusal concerns. `caller`: the provider refuses us, as 401 means. `region`: it refuses us or the subject, as
 * 451 means. `question`: it may refuse only this question, as 403 may mean. `request`: the same for providers whose
 * questions have no names.
 */
export type DenialScope = 'caller' | 'region' | 'question' | 'request';

/**
 * Returns what a refusal with this status concerns. Callers choose the questions, and a subject can be private or
 * blocked by law. A refusal in any other form, such as a text in a response with 200, concerns the key.
 */
export function scopeOf(httpStatus: number): DenialScope {
  if (httpStatus === 451) {
    return 'region';
  }
  return httpStatus === 403 ? 'question' : 'caller';
}

/** The waits after refusals, in milliseconds. Each refusal in a row doubles the wait up to the last one. */
export type DenialWaits = { readonly firstMs: number; readonly maxMs: number };

/**
 * Waits in live mode. A person must correct a key, so a first wait of a minute is short enough. After the correction,
 * the delay is at most a quarter of an hour.
 */
export const liveDenialWaits: DenialWaits = { firstMs: 60_000, maxMs: 900_000 };
/** Waits in sandbox mode, where tests and demonstrations end a refusal within seconds. */
export const sandboxDenialWaits: DenialWaits = { firstMs: 1_000, maxMs: 2_000 };

/**
 * This many different questions refused in a row show that the provider refuses us and not the questions. At least one
 * of them must be a question that the provider is known to answer. Otherwise one caller could stop a provider for
 * everybody with three private subjects.
 */
const enoughQuestions = 3;
/** Maximum number of questions in memory, because callers choose the questions. */
const maxQuestions = 1_000;

type Entry = { readonly detail: string; readonly untilMs: number; readonly waitMs: number };

/**
 * Creates the refusals of one provider. After a refusal the provider is not asked again immediately: repeated requests with
 * a refused key can get our address blocked, and change nothing. A 403 can concern one question, such as a feed that a plan
 * does not include. Such a refusal stops only that question, until several questions in a row were refused, including one
 * that the provider is known to answer.
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
  /** Adds a refusal to the current series. Returns whether the series shows that the provider refuses us. */
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
        // Refusals of requests that were in flight at the same time count as one.
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
