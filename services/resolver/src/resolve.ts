import type { Catalog } from '@assay/catalog/catalog';
import { anyDoubt, isDoubtful, withOwnEstimate, type DoubtBand } from './cascade.ts';
import type { Model, Resolution } from './model.ts';
import { withQuestionMark } from './question-mark.ts';
import { noneMessage } from './none-message.ts';
import { otherQuestionsNotice } from './other-questions.ts';
import { ModelFailure } from './openai/model-failure.ts';

/**
 * A resolution, the model that made it, and a message to the caller. The message says why there is no answer, or that
 * the caller asked further questions. Otherwise it is empty.
 */
export type ResolvedQuestion = Resolution & {
  readonly model: string;
  /**
   * The reason why the configured model did not decide. Empty when the configured model decided, and when the resolver
   * did not ask it.
   */
  readonly fallbackReason: string;
  readonly message: string;
};

/** Resolves one question before a deadline. */
export type ResolveQuestion = (query: string, deadlineAtMs: number) => Promise<ResolvedQuestion>;

/**
 * Returns a resolver. It asks the embedded model first, and asks the configured model only if the embedded model is not
 * sure. If the configured model fails, the resolver uses the embedded model's resolution. So even with a failing
 * endpoint, every question gets an answer.
 * @param configured absent when only the embedded model decides.
 */
export function resolveWith(
  catalog: Catalog,
  embedded: Model,
  configured?: Model,
  band: DoubtBand = anyDoubt,
): ResolveQuestion {
  const model = withQuestionMark(embedded);
  const decide = async (query: string, deadlineAtMs: number): Promise<Omit<ResolvedQuestion, 'message'>> => {
    const own = await model.resolve(query, catalog, deadlineAtMs);
    if (configured === undefined || !isDoubtful(own, band)) {
      return { ...own, model: embedded.name, fallbackReason: '' };
    }
    try {
      const given = withOwnEstimate(await configured.resolve(query, catalog, deadlineAtMs), own);
      return { ...explained(given, own), model: configured.name, fallbackReason: '' };
    } catch (error) {
      if (!(error instanceof ModelFailure)) {
        throw error;
      }
      return { ...own, model: embedded.name, fallbackReason: error.code };
    }
  };
  return async (query, deadlineAtMs) => {
    const decided = await decide(query, deadlineAtMs);
    const message =
      decided.outcome === 'none'
        ? noneMessage(decided, catalog)
        : await otherQuestionsNotice(query, decided, { model, catalog, deadlineAtMs });
    return { ...decided, message };
  };
}

/**
 * Returns a resolution with a reason for its refusal. An endpoint gives no reason for `none`, so the embedded model's
 * reason is used. If the embedded model did not refuse, the refusal names the type of its answer as the nearest one.
 */
function explained(resolution: Resolution, own: Resolution): Resolution {
  if (resolution.outcome !== 'none' || resolution.nearest !== undefined) {
    return resolution;
  }
  if (own.outcome !== 'none') {
    return { ...resolution, nearest: own.type };
  }
  const { because, nearest, nearestLacks } = own;
  return {
    ...resolution,
    ...(because === undefined ? {} : { because }),
    ...(nearest === undefined ? {} : { nearest }),
    ...(nearestLacks === undefined ? {} : { nearestLacks }),
  };
}
