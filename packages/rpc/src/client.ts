import * as grpc from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault, isFaultCode, toFault } from '@assay/faults/faults';
import { remainingMs, traceparentOf, type CallContext } from './context.ts';
import { openReplicaStreams, type ReplicaStreams } from './replica-streams.ts';
import { endSpan, startSpan } from './spans.ts';
import type { MethodName, ServiceClient } from './methods.ts';

type UnaryDefinition = grpc.MethodDefinition<unknown, unknown>;

/** A client of one service, and the way to end it. */
export type ConnectedClient<Definition> = {
  readonly methods: ServiceClient<Definition>;
  /** Resolves when at least one replica is reachable; rejects with UNAVAILABLE after the time given. */
  readonly ready: (timeoutMs: number) => Promise<void>;
  readonly close: () => void;
};

/** Which methods travel as stream items, and which of those may be sent again after a broken stream. */
export type ClientOptions<Definition> = {
  readonly streamed?: readonly MethodName<Definition>[];
  /** Streamed methods that mean the same when they arrive twice; they are sent again while the deadline lasts. */
  readonly idempotent?: readonly MethodName<Definition>[];
  /** Sent with unary calls; for methods that only an operator may call. */
  readonly adminToken?: string;
};

/**
 * Connects to a service at `host:port`, several of them separated by commas, or a name with several addresses.
 * Streamed methods go to the replica with the fewest calls in flight; all others are unary gRPC calls.
 */
export function connect<Definition extends object>(
  definition: Definition,
  target: string,
  options: ClientOptions<Definition> = {},
): ConnectedClient<Definition> {
  const streamed = new Set<string>(options.streamed);
  const idempotent = new Set<string>(options.idempotent);
  const replicas = streamed.size > 0 ? openReplicaStreams(target) : undefined;
  const unary = new grpc.Client(unaryTarget(target), grpc.credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc.max_receive_message_length': maxResponseBytes,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  });
  const methods = Object.fromEntries(
    Object.entries(definition as unknown as Record<string, UnaryDefinition>).map(([name, method]) => {
      const send =
        replicas !== undefined && streamed.has(name)
          ? streamedSender(replicas, method, idempotent.has(name))
          : unarySender(unary, method, options.adminToken);
      return [name, (request: unknown, context: CallContext) => traced(method.path, send, request, context)];
    }),
  );
  return {
    methods: methods as unknown as ServiceClient<Definition>,
    ready: (timeoutMs) => replicas?.ready(Date.now() + timeoutMs) ?? unaryReady(unary, timeoutMs),
    close: () => {
      replicas?.close();
      unary.close();
    },
  };
}

/** As much as servers take in: a list of all that one account has may be long. */
const maxResponseBytes = 64 * 1024 * 1024;
/** Pauses before a call is sent again, doubling from the first to the longest. */
const minPauseMs = 10;
const maxPauseMs = 250;

type Sender = (request: unknown, context: CallContext) => Promise<unknown>;

async function traced(path: string, send: Sender, request: unknown, context: CallContext): Promise<unknown> {
  const { span, trace } = startSpan(path.slice(1), context.trace, { kind: SpanKind.CLIENT });
  try {
    const response = await send(request, { trace, deadlineAtMs: context.deadlineAtMs });
    endSpan(span);
    return response;
  } catch (thrown) {
    const fault = toFault(thrown);
    endSpan(span, fault.code);
    throw fault;
  }
}

function streamedSender(replicas: ReplicaStreams, method: UnaryDefinition, idempotent: boolean): Sender {
  return async (request, context) => {
    const call = {
      method: method.path,
      payload: method.requestSerialize(request),
      deadlineAtMs: context.deadlineAtMs,
      traceparent: traceparentOf(context),
    };
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const stream = replicas.pick() ?? (await replicas.next(context.deadlineAtMs));
      try {
        return method.responseDeserialize(await stream.call(call));
      } catch (thrown) {
        const isUnavailable = thrown instanceof Fault && thrown.code === 'UNAVAILABLE';
        if (!isUnavailable || !idempotent || remainingMs(context) <= pauseMs) {
          throw thrown;
        }
        // Without a pause a service whose own database is away would be asked as fast as it can answer.
        await pause(pauseMs);
      }
    }
  };
}

function unarySender(client: grpc.Client, method: UnaryDefinition, adminToken: string | undefined): Sender {
  return (request, context) =>
    new Promise((resolve, reject) => {
      const metadata = new grpc.Metadata();
      metadata.set('traceparent', traceparentOf(context));
      if (adminToken !== undefined) {
        metadata.set('authorization', `Bearer ${adminToken}`);
      }
      client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        { deadline: context.deadlineAtMs },
        (error, response) => (error === null ? resolve(response) : reject(faultOf(error))),
      );
    });
}

function faultOf(error: grpc.ServiceError): Fault {
  const code = String(error.metadata.get('fault-code')[0] ?? '');
  if (isFaultCode(code)) {
    return new Fault(code, error.details);
  }
  switch (error.code) {
    case grpc.status.UNAVAILABLE:
      return new Fault('UNAVAILABLE', undefined, { cause: error });
    case grpc.status.DEADLINE_EXCEEDED:
      return new Fault('DEADLINE_EXCEEDED', undefined, { cause: error });
    default:
      return new Fault('INTERNAL', undefined, { cause: error });
  }
}

function unaryReady(client: grpc.Client, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + timeoutMs, (error) =>
      error === undefined ? resolve() : reject(new Fault('UNAVAILABLE', undefined, { cause: error })),
    );
  });
}

function unaryTarget(target: string): string {
  return target.includes(',') ? `ipv4:${target}` : `dns:///${target}`;
}
