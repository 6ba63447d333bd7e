import { stringify } from 'lossless-json';
import type { NodeContext, RpcMethod } from './context.ts';
import { RpcError } from './rpc-error.ts';

/** The id of a JSON-RPC call. */
export type RpcId = string | number | null;
type Call = { readonly id: RpcId | undefined; readonly method: string; readonly params: readonly unknown[] };

const invalidRequest = new RpcError(-32_600, 'Invalid request');

/** Runs one JSON-RPC call and returns its reply. Returns undefined for a notification, which gets no reply. */
export type Dispatch = (message: unknown) => object | undefined;

/** Creates the dispatcher of a node's methods. It turns an `RpcError` of a method into an error reply. */
export function createDispatcher(methods: Readonly<Record<string, RpcMethod>>, context: NodeContext): Dispatch {
  return (message) => {
    const call = readCall(message);
    if (call instanceof RpcError) {
      return envelope(idOf(message), call);
    }
    const result = run(call);
    return call.id === undefined ? undefined : envelope(call.id, result);
  };

  function run({ method, params }: Call): { readonly result: unknown } | RpcError {
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handler === undefined) {
      return new RpcError(-32_601, 'Method not found');
    }
    try {
      return { result: handler(context, params) };
    } catch (error) {
      if (error instanceof RpcError) {
        return error;
      }
      throw error;
    }
  }
}

/** Returns a result or an error in the envelope of JSON-RPC. */
export function envelope(id: RpcId, outcome: { readonly result: unknown } | RpcError): object {
  return outcome instanceof RpcError
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

/** Returns JSON that keeps every digit of a bigint. */
export function exactJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** Returns the id of a call. Returns null when the call has no id of a valid type. */
export function idOf(message: unknown): RpcId {
  const id = typeof message === 'object' && message !== null ? (message as { readonly id?: unknown }).id : null;
  return isId(id) ? (id ?? null) : null;
}

function readCall(message: unknown): Call | RpcError {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return invalidRequest;
  }
  const { jsonrpc, method, params = [], id } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id)) {
    return invalidRequest;
  }
  return Array.isArray(params)
    ? { id, method, params: params as readonly unknown[] }
    : new RpcError(-32_602, 'Invalid params: they must be a list');
}

function isId(id: unknown): id is RpcId | undefined {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
}
