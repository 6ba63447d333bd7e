import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { LabelledItem } from '../scoring/labelled-set.ts';
import { questionMessage } from '@assay/resolver/openai/prompt';
import { normalizeQuestion } from '@assay/resolver/question-text';
import { replyOf, type Behaviour, type BehaviourSettings, type ScriptedReply } from './behaviours.ts';

/** The facts about a question that a scripted endpoint needs. */
export type ScriptedQuestion = {
  readonly query: string;
  readonly item?: LabelledItem;
  /** The type that a careless model would choose for the question. */
  readonly tempting: string;
};

/** The behaviour of an endpoint, and the questions that it will get. */
export type EndpointScript = BehaviourSettings & {
  readonly behaviour: Behaviour;
  readonly questions: readonly ScriptedQuestion[];
  /** Time between a request and its response, in milliseconds. */
  readonly delayMs?: number;
};

/** A running scripted endpoint. */
export type ScriptedEndpoint = {
  /** Its base URL, for `ASSAY_RESOLVER_URL`. */
  readonly url: string;
  /** Returns the number of requests so far. */
  readonly calls: () => number;
  readonly close: () => Promise<void>;
};

const completionRequest = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })).min(2) });

/**
 * Starts an HTTP server on this machine that speaks the protocol of an OpenAI-compatible endpoint and follows a script.
 * In evaluations it replaces a large model, to measure how the service handles good and bad answers.
 */
export async function startScriptedEndpoint(script: EndpointScript): Promise<ScriptedEndpoint> {
  const known = new Map(
    script.questions.map((question) => [questionMessage(normalizeQuestion(question.query).text), question]),
  );
  let calls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls += 1;
      const message = questionOf(Buffer.concat(chunks).toString('utf8'));
      const question = message === undefined ? undefined : known.get(message);
      const reply: ScriptedReply =
        message === undefined || question === undefined
          ? { status: 400 }
          : replyOf(
              script.behaviour,
              { query: question.query, item: question.item, tempting: question.tempting, dice: diceOf(message) },
              script,
            );
      if (script.delayMs === undefined || script.delayMs <= 0) {
        send(response, reply);
      } else {
        setTimeout(() => send(response, reply), script.delayMs);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function questionOf(body: string): string | undefined {
  try {
    const { messages } = completionRequest.parse(JSON.parse(body));
    return messages.at(-1)?.content;
  } catch {
    return undefined;
  }
}

function diceOf(message: string): number {
  return createHash('sha256').update(message).digest().readUInt32BE(0);
}

function send(response: ServerResponse, reply: ScriptedReply): void {
  if (reply === 'nothing') {
    return;
  }
  if ('status' in reply) {
    response.writeHead(reply.status).end();
    return;
  }
  const message = 'refusal' in reply ? { content: null, refusal: reply.refusal } : { content: reply.content };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', ...message } }] }));
}
