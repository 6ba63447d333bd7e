import { minLevelField } from '@assay/catalog/bodies/level-field';
import { echoedFields } from '@assay/catalog/bodies/read-body';
import type { Level } from '@assay/catalog/define';
import type { UnresolvedOutcome } from '@assay/catalog/outcomes';
import { parseParams } from '@assay/catalog/params';
import { Fault, toFault } from '@assay/faults/faults';
import { withinTimeout } from '@assay/rpc/context';
import { fromProtoParams } from '@assay/rpc/params';
import type { Resolution } from '@assay/rpc/gen/assay/engine/v1/Resolution';
import type { ResolveResponse__Output } from '@assay/rpc/gen/assay/resolver/v1/ResolveResponse';
import { z } from 'zod';
import type { ServableType } from '../../catalog-cache.ts';
import { redactText } from '../../failed-calls/redact.ts';
import { newHold } from '@assay/metering/hold';
import { defineBodyRoute, type RouteTools } from '../../route.ts';
import type { AdmittedCaller, ApiCall } from '../../admission/api-call.ts';
import type { HttpReply } from '../../answers/http-reply.ts';
import { deliveryBody, noSourceBody, noSourceBodyOf, notice, refusalBody } from '../../answers/answer-bodies.ts';
import { noSourceMessage, verifiedReply } from '../../answers/verified-reply.ts';

const maxQueryCharacters = 1_000;
const resolveTimeoutMs = 5_000;
const recordTimeoutMs = 2_000;

const body = z.strictObject({
  query: z
    .string()
    .regex(/\S/)
    // A character outside the Basic Multilingual Plane counts once, although it has two UTF-16 code units.
    .check((context) => {
      if (Array.from(context.value).length > maxQueryCharacters) {
        const message = `must have at most ${maxQueryCharacters.toLocaleString('en')} characters`;
        context.issues.push({
          code: 'too_big',
          origin: 'string',
          maximum: maxQueryCharacters,
          input: context.value,
          message,
        });
      }
    })
    .describe('The question in words, such as: What is SOL worth right now?')
    .meta({ maxLength: maxQueryCharacters }),
  minLevel: minLevelField.optional(),
});

export default defineBodyRoute({
  method: 'POST',
  path: '/v1/ask',
  needsKey: true,
  body: { schemaOf: () => body },
  document: {
    id: 'ask',
    summary: 'Ask a question in words',
    description:
      'Finds the data type and the parameters of a question, then answers like get_data. The words only select a type of the catalog; Assay never follows instructions in them. No number comes from a language model.',
    bodyExamples: {
      'token.price': { query: 'What is SOL worth right now?' },
      'funding.rate': { query: 'funding rate of BTC on hyperliquid' },
      'game.players': { query: 'How many people are playing Counter-Strike 2?' },
    },
    responses: {
      200: {
        description: 'A delivered answer with its verification, or a no_source answer because no source measures this.',
        schema: z.union([deliveryBody.extend({ notice }), noSourceBody.extend({ notice })]),
      },
      409: {
        description: 'A refusal, because no answer reached the required level.',
        schema: refusalBody.extend({ notice }),
      },
    },
    faults: ['MISSING_QUERY', 'BAD_MIN_LEVEL', 'INVALID_PARAM', 'MISSING_PARAM', 'INSUFFICIENT_CREDITS'],
  },
  prepare: ({ body: { query, minLevel: required = 'single_source' } }, tools) => ({
    run: (call, admitted) => ask(tools, call, admitted, { query, required }),
  }),
});

type WordsQuestion = { readonly query: string; readonly required: Level };

async function ask(
  tools: RouteTools,
  call: ApiCall,
  admitted: AdmittedCaller,
  question: WordsQuestion,
): Promise<HttpReply> {
  const resolved = await resolve(tools, call, question.query);
  const servable = resolved.type === '' ? undefined : tools.catalog.find(resolved.type);
  if (resolved.resolved === 'RESOLVED_NONE') {
    await record(tools, call, admitted, { resolved, query: question.query }, 'unresolved');
    return noSource(call, admitted, resolved.message || noSourceMessage, {});
  }
  if (servable === undefined) {
    return notServable(tools, call, admitted, resolved, question);
  }
  const resolvedParams = fromProtoParams(resolved);
  const type = servable.type.id;
  if (resolved.resolved === 'RESOLVED_MISSING_PARAM') {
    await record(tools, call, admitted, { resolved, query: question.query }, 'missing_param');
    throw missingParams(type, resolvedParams, resolved.missing);
  }
  const parsed = parseParams(servable.type, resolvedParams, servable.type.inferredParams);
  if (!parsed.ok) {
    await record(tools, call, admitted, { resolved, query: question.query }, 'missing_param');
    throw parsed.code === 'MISSING_PARAM'
      ? missingParams(type, resolvedParams, parsed.missing)
      : new Fault('INVALID_PARAM', parsed.message, {
          extra: { param: parsed.param, type, params: echoedFields(resolvedParams) },
        });
  }
  return verified(tools, call, admitted, { ...question, servable, params: parsed.params, resolved });
}

/** Answers a question whose type is known. Every error from here on states the type and the parameters. */
async function verified(
  tools: RouteTools,
  call: ApiCall,
  admitted: AdmittedCaller,
  understood: WordsQuestion & {
    readonly servable: ServableType;
    readonly params: Readonly<Record<string, string>>;
    readonly resolved: ResolveResponse__Output;
  },
): Promise<HttpReply> {
  const { query, servable, params, required, resolved } = understood;
  const type = servable.type.id;
  const hold = newHold(`ask ${type}`, servable.maxDebitMicros);
  try {
    await tools.meteredCalls.takeHold(call, admitted, hold);
    const question = {
      type: servable.type,
      params,
      minLevel: required,
      resolution: resolutionOf(resolved, query),
      ...(resolved.message === '' ? {} : { notice: resolved.message }),
    };
    return await verifiedReply(tools, call, admitted, hold, question);
  } catch (thrown) {
    const fault = toFault(thrown);
    throw new Fault(fault.code, fault.message, { cause: fault.cause, extra: { type, params, ...fault.extra } });
  }
}

async function resolve(tools: RouteTools, call: ApiCall, query: string): Promise<ResolveResponse__Output> {
  try {
    const resolved = await tools.resolve({ query }, withinTimeout(call.context, resolveTimeoutMs));
    if (resolved.resolved === 'RESOLVED_UNSPECIFIED') {
      throw new Error('the resolver answered without an outcome');
    }
    return resolved;
  } catch (cause) {
    throw new Fault('RESOLVE_FAILED', 'the question could not be resolved; nothing was charged, so try again', {
      cause,
    });
  }
}

/** Answers a question whose type cannot be served now. Throws UNAVAILABLE while the catalog is not known. */
async function notServable(
  tools: RouteTools,
  call: ApiCall,
  admitted: AdmittedCaller,
  resolved: ResolveResponse__Output,
  question: WordsQuestion,
): Promise<HttpReply> {
  const { type } = resolved;
  const params = fromProtoParams(resolved);
  if (!tools.catalog.known()) {
    throw new Fault('UNAVAILABLE', undefined, { extra: { type, params: echoedFields(params) } });
  }
  await record(tools, call, admitted, { resolved, query: question.query }, 'unresolved');
  const message = `no source can answer ${type} now; GET /v1/types lists the types that can be served`;
  return noSource(call, admitted, message, { type, params_json: JSON.stringify(params) });
}

/**
 * Records the decision, so that its trace id can be looked up. The answer is free, so it is sent even if recording
 * fails.
 */
async function record(
  tools: RouteTools,
  call: ApiCall,
  admitted: AdmittedCaller,
  { resolved, query }: { readonly resolved: ResolveResponse__Output; readonly query: string },
  outcome: UnresolvedOutcome,
): Promise<void> {
  try {
    await tools.recordUnresolved(
      { resolution: resolutionOf(resolved, query), outcome, type: resolved.type, account_id: admitted.accountId },
      withinTimeout(call.context, recordTimeoutMs),
    );
  } catch (thrown) {
    tools.onWarning('could not record the decision of an unresolved question', thrown, call);
  }
}

/** Returns how the question was resolved, with its words for the decision. */
function resolutionOf(resolved: ResolveResponse__Output, query: string): Resolution {
  const { model, confidence, fallback_reason } = resolved;
  return { model, confidence, fallback_reason, query: redactText(query, maxQueryCharacters) };
}

function missingParams(type: string, params: Readonly<Record<string, unknown>>, missing: readonly string[]): Fault {
  const pronoun = missing.length === 1 ? 'it' : 'them';
  const message = `${type} needs ${missing.join(' and ')}; add ${pronoun} to the question, or send ${pronoun} to get_data`;
  return new Fault('MISSING_PARAM', message, { extra: { type, params: echoedFields(params), missing } });
}

function noSource(
  call: ApiCall,
  admitted: AdmittedCaller,
  message: string,
  question: { readonly type?: string; readonly params_json?: string },
): HttpReply {
  const facts = { debitedMicros: 0n, balanceMicros: admitted.balanceMicros, traceId: call.traceId };
  return { status: 200, body: noSourceBodyOf(message, question, facts) };
}
