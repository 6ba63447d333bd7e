import * as grpc from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { cleanText } from '@assay/faults/clean-text';
import { Fault, faults, toFault } from '@assay/faults/faults';
import type { Access } from './callers.ts';
import { remainingMs, traceFromTraceparent, withTrace, type CallContext } from './context.ts';
import { endSpan, startCallSpan } from './spans.ts';
import type { ServiceHandlers } from './methods.ts';
import { bearerToken, hashOperatorToken, type OperatorAccess } from './operator-access.ts';
import { timeoutMsOf } from './unary-timeout.ts';

/** Called at the end of every call, for metrics and the log. `fault` is absent when the call succeeded. */
export type CallObserver = (call: {
  readonly method: string;
  readonly durationMs: number;
  readonly fault?: Fault;
  readonly context: CallContext;
}) => void;

/** A method in a form that both transports can run: unary gRPC calls and multiplexed streams. */
export type ServedMethod = {
  readonly path: string;
  readonly decode: (bytes: Buffer) => unknown;
  readonly encode: (response: unknown) => Buffer;
  /** Runs the handler in a span below the caller's span. Rejects with a Fault only. */
  readonly run: (request: unknown, parent: CallContext) => Promise<unknown>;
  /** Called with an error that prevented a response from being sent. Never throws. */
  readonly onUnsent: (thrown: unknown, context: CallContext) => void;
};

type UnaryDefinition = grpc.MethodDefinition<unknown, unknown>;

/**
 * Prepares the handlers of a service for serving. Every call gets a span, and everything that a handler throws becomes
 * a Fault. The server does not start a call whose deadline has passed.
 */
export function serveMethods<Definition extends object>(
  definition: Definition,
  handlers: ServiceHandlers<Definition>,
  onCall: CallObserver,
): ServedMethod[] {
  const table = handlers as unknown as Record<string, (request: unknown, context: CallContext) => Promise<unknown>>;
  return Object.entries(definition as unknown as Record<string, UnaryDefinition>).map(([name, method]) => {
    const handle = table[name];
    if (handle === undefined) {
      throw new Error(`${method.path} has no handler`);
    }
    return {
      path: method.path,
      decode: method.requestDeserialize,
      encode: method.responseSerialize,
      run: (request, parent) => runObserved(method.path, handle, request, parent, onCall),
      onUnsent: (cause, context) =>
        onCall({ method: method.path, durationMs: 0, fault: new Fault('INTERNAL', undefined, { cause }), context }),
    };
  });
}

async function runObserved(
  path: string,
  handle: (request: unknown, context: CallContext) => Promise<unknown>,
  request: unknown,
  parent: CallContext,
  onCall: CallObserver,
): Promise<unknown> {
  const startedAt = performance.now();
  const { span, trace } = startCallSpan(path, parent.trace, SpanKind.SERVER);
  const context = withTrace(parent, trace);
  try {
    if (remainingMs(context) <= 0) {
      throw new Fault('DEADLINE_EXCEEDED');
    }
    const response = await handle(request, context);
    onCall({ method: path, durationMs: performance.now() - startedAt, context });
    endSpan(span);
    return response;
  } catch (thrown) {
    const fault = toFault(thrown);
    onCall({ method: path, durationMs: performance.now() - startedAt, fault, context });
    endSpan(span, fault.code);
    throw fault;
  }
}

/**
 * Adds prepared methods to a gRPC server as unary methods. A method answers FORBIDDEN to a caller that may not call it.
 * An operator method also answers FORBIDDEN to a call without an operator's token.
 */
export function addUnaryMethods(
  server: grpc.Server,
  definition: object,
  methods: readonly ServedMethod[],
  operators?: OperatorAccess,
  mayCall: Access = () => true,
): void {
  const byPath = new Map(methods.map((method) => [method.path, method]));
  const implementation: grpc.UntypedServiceImplementation = {};
  for (const [name, method] of Object.entries(definition as Record<string, UnaryDefinition>)) {
    const served = byPath.get(method.path);
    if (served !== undefined) {
      const access = operators?.names.includes(name) === true ? operators : undefined;
      const run: RunCall = access === undefined ? plainCall(served) : operatorCall(served, name, access);
      implementation[name] = unaryHandler(served, run, mayCall);
    }
  }
  server.addService(definition as grpc.ServiceDefinition, implementation);
}

type UnaryCall = grpc.ServerUnaryCall<unknown, unknown>;
type RunCall = (call: UnaryCall, parent: CallContext) => Promise<unknown>;

function plainCall(method: ServedMethod): RunCall {
  return (call, parent) => method.run(call.request, parent);
}

/** Executes an operator method. Rejects with FORBIDDEN when the call has no operator's token. */
function operatorCall(method: ServedMethod, name: string, access: OperatorAccess): RunCall {
  return async (call, context) => {
    const token = bearerToken(String(call.metadata.get('authorization')[0] ?? ''));
    const address = addressOf(call.getPeer());
    const tokenSha256 = hashOperatorToken(token);
    // A call without a token does not guess one, so it uses up no attempt.
    const operator = token === '' ? undefined : await access.operatorOf(tokenSha256, { method: name, address });
    const attempt = { tokenSha256, method: name, request: call.request, context };
    if (operator === undefined) {
      access.onRefused?.({ ...attempt, address });
      throw new Fault('FORBIDDEN');
    }
    const run = (): Promise<unknown> => method.run(call.request, context);
    return access.perform === undefined ? run() : access.perform({ ...attempt, operator }, run);
  };
}

/** Returns the IP address of the other side of a call. gRPC gives it together with the port. */
function addressOf(peer: string): string {
  return peer.slice(0, Math.max(0, peer.lastIndexOf(':')));
}

function unaryHandler(method: ServedMethod, run: RunCall, mayCall: Access): grpc.handleUnaryCall<unknown, unknown> {
  return (call, callback) => {
    if (!mayCall(method.path, call.getAuthContext())) {
      callback(statusOf(new Fault('FORBIDDEN')));
      return;
    }
    const parent = callContextOf(call);
    run(call, parent)
      .then(
        (response) => callback(null, response),
        (thrown: unknown) => callback(statusOf(toFault(thrown))),
      )
      // grpc-js throws when it cannot encode a status. This handler prevents a rejection that nobody handles.
      .catch((thrown: unknown) => method.onUnsent(thrown, parent));
  };
}

function callContextOf(call: UnaryCall): CallContext {
  return {
    trace: traceFromTraceparent(String(call.metadata.get('traceparent')[0] ?? '')),
    deadlineAtMs: performance.now() + timeoutMsOf(call.metadata, call.getDeadline()),
  };
}

/**
 * Maximum length of a status message, in characters. Percent-encoding can make it 12 times longer, and the other side
 * limits its headers.
 */
const maxStatusCharacters = 1_000;

/**
 * Returns a fault as a gRPC status. Many fault codes share one gRPC status, so the fault's code is in the trailing
 * metadata.
 */
function statusOf(fault: Fault): Partial<grpc.StatusObject> {
  const metadata = new grpc.Metadata();
  metadata.set('fault-code', fault.code);
  metadata.set('fault-mendable', String(fault.isMendable));
  return { code: faults[fault.code].grpc, details: cleanText(fault.message, maxStatusCharacters), metadata };
}
