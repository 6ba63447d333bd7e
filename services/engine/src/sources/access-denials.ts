/** A question that must not be sent, and why. */
export type Denial = {
  readonly detail: string;
  /** Time until the provider is asked again, in milliseconds. */
  readonly remainingMs: number;
};

/** The refusals of one provider to answer us: a key, a plan, an address or a region that it does not accept. */
export type AccessDenials = {
  /** Returns why a question must wait. Undefined when it may be sent. */
  readonly of: (question: string) => Denial | undefined;
  /** Returns why every question of the provider must wait. Undefined when one may be sent. */
  readonly ofAll: () => Denial | undefined;
  /** Whether the provider refused us and has answered nothing since, also when its wait is over. */
  readonly isDenied: () => boolean;
  /**
   * Takes a refusal of the provider.
   * @param isOfCaller whether the provider refuses the caller, not only the question. 401 says so.
   */
  readonly deny: (question: string, detail: string, isOfCaller: boolean) => void;
  /** Takes an answer that was no refusal. */
  readonly allow: (question: string) => void;
};

/** The waits after refusals, in milliseconds. Each refusal in a row doubles the wait up to the last one. */
export type DenialWaits = { readonly firstMs: number; readonly maxMs: number };

/** A key is corrected by a person, so a minute is soon enough, and a quarter of an hour bounds the delay after it. */
export const liveDenialWaits: DenialWaits = { firstMs: 60_000, maxMs: 900_000 };
/** Tests and demonstrations take a refusal back within seconds. */
export const sandboxDenialWaits: DenialWaits = { firstMs: 1_000, maxMs: 2_000 };

/** This many different questions refused in a row show that the provider refuses us, not the questions. */
const enoughQuestions = 3;
/** Questions come from callers, so their number needs a bound. */
const maxQuestions = 1_000;

type Entry = { readonly detail: string; readonly untilMs: number; readonly waitMs: number };

/**
 * Creates the refusals of one provider. A provider is not asked again at once: repeated requests with a refused key can
 * block an address, and they change nothing. A 403 can concern one question, as a feed that a plan does not include. It
 * then stops only that question, until several questions in a row were refused.
 * @param now milliseconds on a clock that never runs backwards.
 * @param onDenied called when the provider begins to refuse all questions, for the log.
 */
export function createAccessDenials(
  waits: DenialWaits,
  now: () => number,
  onDenied: (detail: string) => void = () => undefined,
): AccessDenials {
  const byQuestion = new Map<string, Entry>();
  const inARow = new Set<string>();
  let all: Entry | undefined;
  const next = (detail: string, before: Entry | undefined): Entry => {
    const waitMs = before === undefined ? waits.firstMs : Math.min(waits.maxMs, before.waitMs * 2);
    return { detail, waitMs, untilMs: now() + waitMs };
  };
  const current = (entry: Entry | undefined): Denial | undefined => {
    const remainingMs = (entry?.untilMs ?? 0) - now();
    return entry === undefined || remainingMs <= 0 ? undefined : { detail: entry.detail, remainingMs };
  };
  return {
    of: (question) => current(all) ?? current(byQuestion.get(question)),
    ofAll: () => current(all),
    isDenied: () => all !== undefined,
    deny: (question, detail, isOfCaller) => {
      if (byQuestion.size >= maxQuestions) {
        byQuestion.clear();
      }
      byQuestion.set(question, next(detail, byQuestion.get(question)));
      inARow.add(question);
      if (isOfCaller || inARow.size >= enoughQuestions) {
        // Requests that were in flight together are one refusal.
        if (current(all) === undefined) {
          if (all === undefined) {
            onDenied(detail);
          }
          all = next(detail, all);
        }
        inARow.clear();
      }
    },
    allow: (question) => {
      byQuestion.delete(question);
      inARow.clear();
      all = undefined;
    },
  };
}
