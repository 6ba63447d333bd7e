import type { Catalog } from '@assay/catalog/catalog';
import { errors, request, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { Model, Resolution } from '../model.ts';
import { readQuestion } from '../text.ts';
import { checkAnswer } from './check-answer.ts';
import type { Circuit } from './circuit.ts';
import { ModelFailure } from './failure.ts';
import { promptVersion, questionMessage, systemPrompt } from './prompt.ts';
import { answerSchema, responseFormat, type ModelAnswer } from './schema.ts';

/** How an endpoint is reached, and the bounds on asking it. */
export type EndpointOptions = {
  /** Base URL; `/chat/completions` is added to it. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly timeoutMs: number;
  /** Questions at the endpoint at one time; one more fails as `busy` at once. */
  readonly concurrencyMax: number;
  readonly circuit: Circuit;
  readonly dispatcher?: Dispatcher;
};

const answerBytesMax = 64 * 1024;
const answerTokensMax = 400;
/** Left of the caller's deadline for the embedded model, which has to answer when the endpoint has not. */
const fallbackReserveMs = 100;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * A model behind an OpenAI-compatible endpoint. It throws `ModelFailure` when it has not decided in time and in shape:
 * unreachable, slow, an error status, an answer outside the schema, a value that the question does not contain.
 */
export function endpointModel(options: EndpointOptions): Model {
  let inFlight = 0;
  return {
    name: `${options.model}@${promptVersion}`,
    resolve: async (query, catalog, deadlineAtMs) => {
      if (inFlight >= options.concurrencyMax) {
        throw new ModelFailure('busy');
      }
      if (!options.circuit.allows()) {
        throw new ModelFailure('circuit_open');
      }
      inFlight += 1;
      try {
        const resolution = await ask(options, query, catalog, deadlineAtMs);
        options.circuit.succeeded();
        return resolution;
      } catch (error) {
        noteFailure(options.circuit, error);
        throw error;
      } finally {
        inFlight -= 1;
      }
    },
  };
}

/** An answer that was refused shows that the endpoint works; only its silence and its errors open the circuit. */
function noteFailure(circuit: Circuit, error: unknown): void {
  const answered = error instanceof ModelFailure && (error.code === 'out_of_enum' || error.code === 'invented_param');
  if (answered) {
    circuit.succeeded();
  } else {
    circuit.failed();
  }
}

async function ask(
  options: EndpointOptions,
  query: string,
  catalog: Catalog,
  deadlineAtMs: number,
): Promise<Resolution> {
  const timeoutMs = Math.min(options.timeoutMs, deadlineAtMs - Date.now() - fallbackReserveMs);
  if (timeoutMs <= 0) {
    throw new ModelFailure('timeout');
  }
  const text = await post(options, requestBody(options.model, query, catalog), AbortSignal.timeout(timeoutMs));
  return checkAnswer(readAnswer(text), query, catalog);
}

function requestBody(model: string, query: string, catalog: Catalog): string {
  return JSON.stringify({
    model,
    temperature: 0,
    max_tokens: answerTokensMax,
    response_format: responseFormat(catalog),
    messages: [
      { role: 'system', content: systemPrompt(catalog) },
      { role: 'user', content: questionMessage(readQuestion(query).text) },
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
      // Dropping a body makes it report an abort, which says nothing that the status has not said.
      response.body.on('error', () => undefined).destroy();
      throw new ModelFailure(`http_${response.statusCode}`);
    }
    return await readBounded(response.body);
  } catch (error) {
    if (error instanceof ModelFailure) {
      throw error;
    }
    throw new ModelFailure(isTimeout(error, signal) ? 'timeout' : 'unreachable');
  }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) {
      throw new ModelFailure('too_large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(text: string): ModelAnswer {
  try {
    const [choice] = completion.parse(JSON.parse(text)).choices;
    return answerSchema.parse(JSON.parse(choice?.message.content ?? ''));
  } catch {
    // What the endpoint said is nobody's business in a log; that it was malformed is all there is to say.
    throw new ModelFailure('malformed');
  }
}

function isTimeout(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
}
