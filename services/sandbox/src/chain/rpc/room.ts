import { stringify } from 'lossless-json';
import { text, type Room, type RoomAnswer } from '../../rooms.ts';
import { RpcFault } from './fault.ts';
import type { Method, NodeContext } from './context.ts';

type Id = string | number | null;
type Call = { readonly id: Id | undefined; readonly method: string; readonly params: readonly unknown[] };

const mostCallsInBatch = 100;
const parseError = new RpcFault(-32_700, 'Parse error');
const invalidRequest = new RpcFault(-32_600, 'Invalid request');

/** Answers one call; undefined for a notification, which is never answered. */
export type Dispatch = (given: unknown) => object | undefined;

/** Makes JSON-RPC of methods: finds the method, runs it, and writes its result or fault into the envelope. */
export function dispatcher(methods: Readonly<Record<string, Method>>, context: NodeContext): Dispatch {
  return (given) => {
    const call = readCall(given);
    if (call instanceof RpcFault) {
      return envelope(idOf(given), call);
    }
    const result = run(call);
    return call.id === undefined ? undefined : envelope(call.id, result);
  };

  function run({ method, params }: Call): { readonly result: unknown } | RpcFault {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (found === undefined) {
      return new RpcFault(-32_601, 'Method not found');
    }
    try {
      return { result: found(context, params) };
    } catch (error) {
      if (error instanceof RpcFault) {
        return error;
      }
      throw error;
    }
  }
}

/** The room of a node: JSON-RPC by POST, alone or in batches, and the health page. */
export function nodeRoom(name: string, dispatch: Dispatch): Pick<Room, 'answer' | 'rateLimited' | 'failed'> {
  return {
    answer: ({ method, path, body }) => {
      if (method === 'GET' && path === '/health') {
        return text(200, healthText(dispatch({ jsonrpc: '2.0', id: 1, method: 'getHealth' })));
      }
      if (method !== 'POST') {
        return text(405, 'Used HTTP Method is not allowed. POST or OPTIONS is required');
      }
      const given = parse(body);
      if (given === undefined) {
        return written(envelope(null, parseError));
      }
      if (!Array.isArray(given.value)) {
        const answered = dispatch(given.value);
        return answered === undefined ? { status: 200, body: '' } : written(answered);
      }
      if (given.value.length === 0 || given.value.length > mostCallsInBatch) {
        return written(envelope(null, invalidRequest));
      }
      const answers = given.value.flatMap((each) => dispatch(each) ?? []);
      return answers.length === 0 ? { status: 200, body: '' } : written(answers);
    },
    rateLimited: ({ body }) => ({
      ...written(envelope(idOf(parse(body)?.value), new RpcFault(429, 'Too many requests for a specific RPC call'))),
      status: 429,
    }),
    failed: () => text(500, `${name}: Internal Server Error`),
  };
}

/** A result or a fault in the envelope of JSON-RPC. */
export function envelope(id: Id, outcome: { readonly result: unknown } | RpcFault): object {
  return outcome instanceof RpcFault
    ? {
        jsonrpc: '2.0',
        error: {
          code: outcome.code,
          message: outcome.message,
          ...(outcome.data === undefined ? {} : { data: outcome.data }),
        },
        id,
      }
    : { jsonrpc: '2.0', result: outcome.result, id };
}

/** Writes JSON with whole numbers of any size as they are. */
export function exactJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function written(body: object): RoomAnswer {
  return { status: 200, body: exactJson(body) };
}

function parse(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) as unknown };
  } catch {
    return undefined;
  }
}

function readCall(given: unknown): Call | RpcFault {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return invalidRequest;
  }
  const { jsonrpc, method, params = [], id } = given as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id)) {
    return invalidRequest;
  }
  return Array.isArray(params)
    ? { id, method, params: params as readonly unknown[] }
    : new RpcFault(-32_602, 'Invalid params: they must be a list');
}

function isId(id: unknown): id is Id | undefined {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
}

function idOf(given: unknown): Id {
  const id = typeof given === 'object' && given !== null ? (given as { readonly id?: unknown }).id : null;
  return isId(id) ? (id ?? null) : null;
}

function healthText(answered: object | undefined): string {
  return answered !== undefined && 'result' in answered ? 'ok' : 'behind';
}
