import type { Catalog } from '@assay/catalog/catalog';
import { systemClock } from '@assay/runtime/clock';
import type { z } from 'zod';
import type { resolverConfig } from '@assay/resolver/config';
import type { Model } from '@assay/resolver/model';
import { createCircuitBreaker } from '@assay/resolver/openai/circuit-breaker';
import { endpointModel } from '@assay/resolver/openai/endpoint-model';
import { resolveWith } from '@assay/resolver/resolve';

/** The endpoint to evaluate, and the settings of the service that calls it. */
export type EndpointSettings = {
  /** Name of the model behind the endpoint. */
  readonly name: string;
  readonly url: string;
  readonly key: string | undefined;
  readonly config: z.infer<typeof resolverConfig>;
};

/** Milliseconds that the service may spend on a question, in addition to the time that the endpoint takes to answer. */
const ownTimeMs = 1_000;

/** Returns a model that asks the endpoint to evaluate, under the same limits as the service. */
export function evaluatedEndpoint({ name, url, key, config }: EndpointSettings): Model {
  return endpointModel({
    url,
    model: name,
    ...(key === undefined ? {} : { key }),
    timeoutMs: config.ASSAY_RESOLVER_TIMEOUT_MS,
    maxConcurrency: config.ASSAY_RESOLVER_CONCURRENCY,
    circuitBreaker: createCircuitBreaker({ maxFailures: 5, pauseMs: 10_000, nowMs: systemClock.monotonic }),
  });
}

/** Both models combined as in the service. `summary` returns how many questions each model decided. */
export type EvaluatedService = { readonly model: Model; readonly summary: () => string };

/** Returns the endpoint's model and the embedded model, combined as in the service and with the service's settings. */
export function evaluatedService(catalog: Catalog, embedded: Model, settings: EndpointSettings): EvaluatedService {
  const endpoint = evaluatedEndpoint(settings);
  const { ASSAY_RESOLVER_TIMEOUT_MS: timeoutMs, ASSAY_RESOLVER_DOUBT: band } = settings.config;
  const resolve = resolveWith(catalog, embedded, endpoint, band);
  const fallbacks = new Map<string, number>();
  let sure = 0;
  return {
    model: {
      name: endpoint.name,
      resolve: async (query, _catalog, deadlineAtMs) => {
        const patience = performance.now() + timeoutMs + ownTimeMs;
        const resolved = await resolve(query, Math.min(deadlineAtMs, patience));
        const { fallbackReason, model } = resolved;
        if (fallbackReason !== '') {
          fallbacks.set(fallbackReason, (fallbacks.get(fallbackReason) ?? 0) + 1);
        } else if (model === embedded.name) {
          sure += 1;
        }
        return resolved;
      },
    },
    summary: () => {
      const lines = [...fallbacks].map(
        ([reason, count]) => `${count} decided by ${embedded.name} instead: ${reason}\n`,
      );
      return [...(sure === 0 ? [] : [`${sure} decided by ${embedded.name} without doubt\n`]), ...lines].join('');
    },
  };
}
