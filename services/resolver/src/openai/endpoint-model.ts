import type { Catalog } from '@assay/catalog/catalog';
import { bodyText } from '@assay/faults/body-text';
import { errors, request, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { Model, Resolution } from '../model.ts';
import { normalizeQuestion } from '../question-text.ts';
import { checkAnswer } from './check-answer.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { ModelFailure, type FailureCode } from './model-failure.ts';
import { promptVersion, questionMessage, systemPrompt } from './prompt.ts';
import { answerSchema, responseFormat, type ModelAnswer } from './schema.ts';

/** The address of an endpoint and the limits on its calls. */
export type EndpointOptions = {
  /** Base URL. The model adds `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly timeoutMs: number;
  /** Maximum number of calls in flight. If there are as many, a further call fails immediately with `busy`. */
  readonly maxConcurrency: number;
  readonly circuitBreaker: CircuitBreaker;
  readonly dispatcher?: Dispatcher;
};

const maxAnswerBytes = 64 * 1024;
const maxAnswerTokens = 400;
/**
 * Milliseconds before the caller's deadline that are reserved for answering with the embedded model if the endpoint
 * fails.
 */
const fallbackReserveMs = 100;

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});
/**
 * Failures in which the endpoint worked and only its answer was refused. For the circuit breaker they are successes.
 */
const answeredCodes: ReadonlySet<FailureCode> = new Set(['out_of_enum', 'invented_param', 'declined']);

/**
 * Returns a model that calls an OpenAI-compatible endpoint. It throws `ModelFailure` when the endpoint is unreachable,
 * is slow or returns an error status. It also throws when the answer violates the schema, when a value does not occur
 * in the question, and when the endpoint declines to answer.
 */
export function endpointModel(options: EndpointOptions): Model {
  let inFlight = 0;
  return {
    name: `${options.model}@${promptVersion}`,
    resolve: async (query, catalog, deadlineAtMs) => {
      // Timers accept only whole milliseconds.
      const timeoutMs = Math.floor(Math.min(options.timeoutMs, deadlineAtMs - performance.now() - fallbackReserveMs));
      // The caller's deadline leaves no time for a call. This says nothing about the endpoint, so the circuit breaker
      // does not count this timeout.
      if (timeoutMs <= 0) {
        throw new ModelFailure('timeout');
      }
      if (inFlight >= options.maxConcurrency) {
        throw new ModelFailure('busy');
      }
      if (!options.circuitBreaker.allows()) {
        throw new ModelFailure('circuit_open');
      }
      inFlight += 1;
      try {
        const resolution = await ask(options, query, catalog, timeoutMs);
        options.circuitBreaker.onSuccess();
        return resolution;
      } catch (error) {
        noteFailure(options.circuitBreaker, error);
        throw error;
      } finally {
        inFlight -= 1;
      }
    },
  };
}

/**
 * Reports a failed call to the circuit breaker. If the endpoint worked and only its answer was refused, reports a
 * success.
 */
function noteFailure(circuitBreaker: CircuitBreaker, error: unknown): void {
  if (error instanceof ModelFailure && answeredCodes.has(error.code)) {
    circuitBreaker.onSuccess();
  } else {
    circuitBreaker.onFailure();
  }
}

async function ask(options: EndpointOptions, query: string, catalog: Catalog, timeoutMs: number): Promise<Resolution> {
  const text = await post(options, requestBody(options.model, query, catalog), AbortSignal.timeout(timeoutMs));
  return checkAnswer(readAnswer(text), query, catalog);
}

function requestBody(model: string, query: string, catalog: Catalog): string {
  return JSON.stringify({
    model,
    temperature: 0,
    max_tokens: maxAnswerTokens,
    response_format: responseFormat(catalog),
    messages: [
      { role: 'system', content: systemPrompt(catalog) },
      { role: 'user', content: questionMessage(normalizeQuestion(query).text) },
    ],
  });
}

async function post(options: EndpointOptions, body: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await request(`${options.url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      },
      body,
      signal,
      ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
    });
    if (response.statusCode !== 200) {
      // Destroying the body emits an abort error. It is ignored, because the error with the status explains the
      // failure.
      response.body.on('error', () => undefined).destroy();
      throw new ModelFailure(`http_${response.statusCode}`);
    }
    return await readBounded(response.body, response.headers['content-encoding']);
  } catch (error) {
    if (error instanceof ModelFailure) {
      throw error;
    }
    throw new ModelFailure(isTimeout(error, signal) ? 'timeout' : 'unreachable');
  }
}

async function readBounded(
  body: AsyncIterable<Buffer>,
  coding: string | readonly string[] | undefined,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) {
      throw new ModelFailure('too_large');
    }
    chunks.push(chunk);
  }
  const read = bodyText(Buffer.concat(chunks), coding, maxAnswerBytes);
  if (read.kind === 'too_large') {
    throw new ModelFailure('too_large');
  }
  return read.text;
}

function readAnswer(text: string): ModelAnswer {
  try {
    const [choice] = completion.parse(JSON.parse(text)).choices;
    const { content, refusal } = choice?.message ?? {};
    if ((refusal ?? '') !== '' || choice?.finish_reason === 'content_filter') {
      throw new ModelFailure('declined');
    }
    return answerSchema.parse(JSON.parse(content ?? ''));
  } catch (error) {
    if (error instanceof ModelFailure) {
      throw error;
    }
    // The endpoint's text must not get into a log, so the error says only that the text was malformed.
    throw new ModelFailure('malformed');
  }
}

function isTimeout(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
}
