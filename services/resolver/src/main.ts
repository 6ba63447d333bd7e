import { loadCatalog } from '@assay/catalog/catalog';
import { services } from '@assay/rpc/load';
import { systemClock } from '@assay/runtime/clock';
import { serveRpc } from '@assay/runtime/rpc-server';
import { runService } from '@assay/runtime/run';
import { Agent } from 'undici';
import { resolverConfig } from './config.ts';
import { embeddedModel } from './embedded/embedded-model.ts';
import { loadModel } from './embedded/load-model.ts';
import { resolverHandlers } from './handlers.ts';
import { createCircuitBreaker } from './openai/circuit-breaker.ts';
import { endpointModel } from './openai/endpoint-model.ts';
import { typesWithoutClass } from './price-class.ts';
import { resolveWith } from './resolve.ts';

const maxCircuitFailures = 5;
const circuitPauseMs = 10_000;

await runService({
  name: 'resolver',
  config: resolverConfig,
  start: async (config, tools) => {
    const catalog = await loadCatalog();
    const trained = await loadModel();
    const embedded = embeddedModel(trained);
    const dispatcher = new Agent({ connections: config.ASSAY_RESOLVER_CONCURRENCY });
    tools.defer('endpoint connections', () => dispatcher.close());
    const configured =
      config.ASSAY_RESOLVER_URL === undefined
        ? undefined
        : endpointModel({
            url: config.ASSAY_RESOLVER_URL,
            model: config.ASSAY_RESOLVER_MODEL,
            ...(config.ASSAY_RESOLVER_KEY === undefined ? {} : { key: config.ASSAY_RESOLVER_KEY }),
            timeoutMs: config.ASSAY_RESOLVER_TIMEOUT_MS,
            maxConcurrency: config.ASSAY_RESOLVER_CONCURRENCY,
            circuitBreaker: createCircuitBreaker({
              maxFailures: maxCircuitFailures,
              pauseMs: circuitPauseMs,
              nowMs: systemClock.monotonic,
            }),
            dispatcher,
          });
    const questions = tools.metrics.counter('assay_questions_total', 'Questions resolved, by model and outcome.', [
      'model',
      'outcome',
      'fallback_reason',
    ]);
    const handlers = resolverHandlers(
      resolveWith(catalog, embedded, configured, config.ASSAY_RESOLVER_DOUBT),
      ({ model, outcome, fallbackReason }) => questions.inc({ model, outcome, fallback_reason: fallbackReason }),
    );
    const unknownTypes = typesWithoutClass(catalog, trained.labels);
    if (unknownTypes.length > 0) {
      tools.log.warn(
        { types: unknownTypes },
        'the model knows no question for some data types; "make train" teaches them',
      );
    }
    const { falseAnswerBound } = trained;
    tools.log.info(
      { model: (configured ?? embedded).name, fallback: embedded.name, falseAnswerBound },
      'loaded the models',
    );
    return { rpc: await serveRpc(services.resolver, handlers, config, tools) };
  },
});
