import type { Catalog } from '@assay/catalog/catalog';
import { anyDoubt, isDoubtful, withOwnEstimate, type DoubtBand } from './cascade.ts';
import type { Model, Resolution } from './model.ts';
import { noneMessage } from './none-message.ts';
import { ModelFailure } from './openai/model-failure.ts';

/** A resolution, the model that made it and the message to the caller. */
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
 * Returns a resolver that asks the embedded model first, and then the configured model about the questions in the band
 * of doubt. When the configured model fails, the embedded model's resolution counts, so a failing endpoint never leaves
 * a question without an answer.
 * @param configured absent when only the embedded model decides.
 */
export function resolveWith(
  catalog: Catalog,
  embedded: Model,
  configured?: Model,
  band: DoubtBand = anyDoubt,
): ResolveQuestion {
  const decided = (resolution: Resolution, { name }: Model, fallbackReason: string): ResolvedQuestion => {
    const message = resolution.outcome === 'none' ? noneMessage(resolution, catalog) : '';
    return { ...resolution, model: name, fallbackReason, message };
  };
  return async (query, deadlineAtMs) => {
    const own = await embedded.resolve(query, catalog, deadlineAtMs);
    if (configured === undefined || !isDoubtful(own, band)) {
      return decided(own, embedded, '');
    }
    try {
      const given = withOwnEstimate(await configured.resolve(query, catalog, deadlineAtMs), own);
      return decided(explained(given, own), configured, '');
    } catch (error) {
      if (!(error instanceof ModelFailure)) {
        throw error;
      }
      return decided(own, embedded, error.code);
    }
  };
}

/**
 * Returns a resolution that has a reason. An endpoint gives no reason with the outcome `none`. The resolution then
 * takes the embedded model's reason, or at least the type that the embedded model would have answered with.
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
