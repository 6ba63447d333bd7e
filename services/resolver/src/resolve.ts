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
 * Returns a resolver. It asks the embedded model first, and asks the configured model only about questions of which the
 * embedded model is not sure. If the configured model fails, the embedded model's resolution counts, so a failing
 * endpoint leaves no question without an answer.
 *
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
 * Returns a resolution with a reason for its refusal. An endpoint gives no reason for `none`, so the embedded model's
 * reason is used. If it has none either, the refusal names the type that the embedded model would have answered with.
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
