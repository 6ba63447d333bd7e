import type { Catalog } from '@assay/catalog/catalog';
import type { Model, Resolution } from './model.ts';
import { noneMessage } from './none-message.ts';
import { ModelFailure } from './openai/model-failure.ts';

/** A resolution, the model that made it and the message to the caller. */
export type ResolvedQuestion = Resolution & {
  readonly model: string;
  /** The reason why the configured model did not decide. Empty when it decided, or when none is configured. */
  readonly fallbackReason: string;
  readonly message: string;
};

/** Resolves one question before a deadline. */
export type ResolveQuestion = (query: string, deadlineAtMs: number) => Promise<ResolvedQuestion>;

/**
 * Returns a resolver that asks the configured model first, and the embedded one when the configured one fails. A
 * failing endpoint therefore never costs a question its answer.
 * @param configured absent when only the embedded model decides.
 */
export function resolveWith(catalog: Catalog, embedded: Model, configured?: Model): ResolveQuestion {
  const decide = async (model: Model, query: string, deadlineAtMs: number, fallbackReason: string) => {
    const resolution = await model.resolve(query, catalog, deadlineAtMs);
    const message = resolution.outcome === 'none' ? noneMessage(resolution, catalog) : '';
    return { ...resolution, model: model.name, fallbackReason, message };
  };
  // An endpoint gives no reason with its none. The embedded model adds the reason and the nearest type.
  const explained = async (decided: ResolvedQuestion, query: string, deadlineAtMs: number) => {
    const { outcome, because, nearest, message } = await decide(embedded, query, deadlineAtMs, '');
    const explains = outcome === 'none' && because !== undefined && nearest !== undefined;
    return explains ? { ...decided, because, nearest, message } : decided;
  };
  return async (query, deadlineAtMs) => {
    if (configured === undefined) {
      return decide(embedded, query, deadlineAtMs, '');
    }
    try {
      const decided = await decide(configured, query, deadlineAtMs, '');
      return decided.outcome === 'none' && decided.nearest === undefined
        ? await explained(decided, query, deadlineAtMs)
        : decided;
    } catch (error) {
      if (!(error instanceof ModelFailure)) {
        throw error;
      }
      return decide(embedded, query, deadlineAtMs, error.code);
    }
  };
}
