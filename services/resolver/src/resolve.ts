import type { Catalog } from '@assay/catalog/catalog';
import type { Model, Resolution } from './model.ts';
import { noneMessage } from './none-message.ts';
import { ModelFailure } from './openai/failure.ts';

/** A resolution, who made it, and what to tell the caller when nothing matched. */
export type ResolvedQuestion = Resolution & {
  readonly model: string;
  /** Why the configured model did not decide; empty when it did, or when none is configured. */
  readonly fallbackReason: string;
  readonly message: string;
};

/** Resolves one question before a deadline. */
export type Resolve = (query: string, deadlineAtMs: number) => Promise<ResolvedQuestion>;

/**
 * Asks the configured model, and the embedded one when that has not decided, whatever the cause: a question is never
 * lost to an endpoint that is away.
 * @param configured absent where only the embedded model is to decide.
 */
export function resolveWith(catalog: Catalog, embedded: Model, configured?: Model): Resolve {
  const decide = async (model: Model, query: string, deadlineAtMs: number, fallbackReason: string) => {
    const resolution = await model.resolve(query, catalog, deadlineAtMs);
    const message = resolution.outcome === 'none' ? noneMessage(resolution, catalog) : '';
    return { ...resolution, model: model.name, fallbackReason, message };
  };
  // An endpoint says only that nothing measures a question; why, and what comes near, the embedded model knows.
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
