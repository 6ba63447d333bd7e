import * as grpc from '@grpc/grpc-js';
import { SpanKind, type Span } from '@opentelemetry/api';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault, isFaultCode, toFault } from '@assay/faults/faults';
import { attemptRank, remainingMs, traceparentOf, withTrace, type CallContext } from './context.ts';
import { plainIdentity, type Identity } from './identity.ts';
import { streamBroken } from './mux-client.ts';
import { openReplicaStreams, type ReplicaStreams } from './replica-streams.ts';
import { afterTimeout, setTimeoutHeaders } from './unary-timeout.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { hostOf, serverNameOf } from './server-names.ts';
import { endSpan, startCallSpan } from './spans.ts';
import type { MethodName, ServiceClient } from './methods.ts';

type UnaryDefinition = grpc.MethodDefinition<unknown, unknown>;

/** A connected client of one service. */
export type ConnectedClient<Definition> = {
  readonly methods: ServiceClient<Definition>;
  /** Resolves when at least one replica is reachable. Rejects with UNAVAILABLE after `timeoutMs`. */
  readonly ready: (timeoutMs: number) => Promise<void>;
  readonly close: () => void;
};

/** Settings of a client. */
export type ClientOptions<Definition> = {
  readonly streamed?: readonly MethodName<Definition>[];
  /**
   * Streamed methods that may be executed twice without harm. After a failure the client sends such a call again, until
   * the deadline.
   */
  readonly idempotent?: readonly MethodName<Definition>[];
  /** The operator's token. Unary calls carry it, because operator methods require it. */
  readonly adminToken?: string;
  /** The client's certificate and the authority that it trusts. Without it, connections are not encrypted. */
  readonly identity?: Pick<Identity, 'client'>;
};

/**
 * Connects to a service. A streamed method goes to the replica with the fewest calls in flight; every other method is a
 * unary gRPC call.
 * @param target `host:port`, several of them separated by commas, or a name with several addresses. An IPv6 address is in
 * brackets: `[::1]:8081`. With a list of IPv4 and IPv6 addresses, streamed methods reach all of them; for unary methods see
 * unaryTarget.
 */
export function connect<Definition extends object>(
  definition: Definition,
  target: string,
  options: ClientOptions<Definition> = {},
): ConnectedClient<Definition> {
  const credentials = (options.identity ?? plainIdentity).client;
  const retries = createRetryBudget();
  const streamed = new Set<string>(options.streamed);
  const idempotent = new Set<string>(options.idempotent);
  const replicas = streamed.size > 0 ? openReplicaStreams(target, credentials) : undefined;
  const unary = new grpc.Client(unaryTarget(target), credentials, {
    'grpc.ssl_target_name_override': serverNameOf(hostOf(target.split(',')[0] ?? target)),
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc.max_receive_message_length': maxResponseBytes,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  });
  const methods = Object.fromEntries(
    Object.entries(definition as unknown as Record<string, UnaryDefinition>).map(([name, method]) => {
      const send =
        replicas !== undefined && streamed.has(name)
          ? streamedSender(replicas, method, idempotent.has(name) ? retries : undefined)
          : unarySender(unary, method, options.adminToken);
      return [name, (request: unknown, context: CallContext) => traced(method.path, send, request, context)];
    }),
  );
  return {
    methods: methods as unknown as ServiceClient<Definition>,
    ready: (timeoutMs) => replicas?.ready(performance.now() + timeoutMs) ?? unaryReady(unary, timeoutMs),
    close: () => {
      replicas?.close();
      unary.close();
    },
  };
}

/**
 * Maximum size of a response, in bytes; servers have the same limit. It is large because an account can have many
 * watches, and one response lists them all.
 */
const maxResponseBytes = 64 * 1024 * 1024;
/**
 * The minimum and the maximum pause before a call is sent again, in milliseconds. The pause doubles with each retry.
 */
const minPauseMs = 10;
const maxPauseMs = 250;

/** Sends a call and returns its response. Rejects with a Fault only. */
type Sender = (request: unknown, context: CallContext) => Promise<unknown>;

function traced(path: string, send: Sender, request: unknown, context: CallContext): Promise<unknown> {
  const { span, trace } = startCallSpan(path, context.trace, SpanKind.CLIENT);
  // When no span was started, the code need not wait for the end of the call. This saves a promise.
  return trace === context.trace ? send(request, context) : endingSpan(span, send(request, withTrace(context, trace)));
}

/** Returns the result of a call, and ends its span when the call ends. */
async function endingSpan(span: Span, response: Promise<unknown>): Promise<unknown> {
  try {
    const received = await response;
    endSpan(span);
    return received;
  } catch (thrown) {
    const fault = toFault(thrown);
    endSpan(span, fault.code);
    throw fault;
  }
}

/**
 * Returns the function that sends calls of a streamed method.
 * @param retries the budget for sending calls again; undefined for a method that must not be executed twice.
 */
function streamedSender(replicas: ReplicaStreams, method: UnaryDefinition, retries: RetryBudget | undefined): Sender {
  return async (request, context) => {
    retries?.onCall();
    const payload = encodeRequest(method, request);
    const traceparent = traceparentOf(context);
    const { deadlineAtMs, conversation } = context;
    const boundReplica = conversation?.replica;
    let pauseMs = minPauseMs;
    for (let nth = 1; ; nth += 1) {
      const stream = boundReplica ?? replicas.pick() ?? (await replicas.next(context.deadlineAtMs));
      if (conversation !== undefined) {
        conversation.replica = stream;
      }
      try {
        const attempt = attemptRank(context, nth);
        const call = { method: method.path, payload, deadlineAtMs, traceparent, attempt };
        return method.responseDeserialize(await stream.call(call));
      } catch (thrown) {
        if (boundReplica !== undefined || !mayRetry(thrown, retries) || remainingMs(context) <= pauseMs) {
          throw toFault(thrown);
        }
        // The pause protects a service that is itself unavailable, for example without its database. The random part spreads
        // the retries of different clients.
        await pause(pauseMs * (0.5 + Math.random() / 2));
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    }
  };
}

function encodeRequest(method: UnaryDefinition, request: unknown): Buffer {
  try {
    return method.requestSerialize(request);
  } catch (thrown) {
    throw toFault(thrown);
  }
}

/**
 * Returns whether to send a call again. After a broken stream, a retry costs no budget, because it waits until a
 * replica is ready.
 */
function mayRetry(thrown: unknown, retries: RetryBudget | undefined): boolean {
  if (retries === undefined || !(thrown instanceof Fault) || thrown.code !== 'UNAVAILABLE') {
    return false;
  }
  return thrown.cause === streamBroken || retries.take();
}

function unarySender(client: grpc.Client, method: UnaryDefinition, adminToken: string | undefined): Sender {
  const send: Sender = (request, context) =>
    new Promise((resolve, reject) => {
      const timeoutMs = remainingMs(context);
      if (timeoutMs <= 0) {
        reject(new Fault('DEADLINE_EXCEEDED'));
        return;
      }
      const metadata = new grpc.Metadata();
      metadata.set('traceparent', traceparentOf(context));
      if (adminToken !== undefined) {
        metadata.set('authorization', `Bearer ${adminToken}`);
      }
      setTimeoutHeaders(metadata, timeoutMs);
      const call = client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        // Set no grpc-js deadline: it would be a time of the system's clock, which can change. This client has its own
        // timer.
        {},
        (error, response) => {
          cancelTimer();
          return error === null ? resolve(response) : reject(faultOf(error));
        },
      );
      const cancelTimer = afterTimeout(timeoutMs, () => {
        reject(new Fault('DEADLINE_EXCEEDED'));
        call.cancel();
      });
    });
  return async (request, context) => {
    try {
      return await send(request, context);
    } catch (thrown) {
      throw toFault(thrown);
    }
  };
}

function faultOf(error: grpc.ServiceError): Fault {
  const code = String(error.metadata.get('fault-code')[0] ?? '');
  if (isFaultCode(code)) {
    // An older replica does not send whether the fault is mendable, so the fault's code decides.
    const mendable = error.metadata.get('fault-mendable')[0];
    return new Fault(code, error.details, mendable === undefined ? {} : { mendable: mendable === 'true' });
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
    const fail = (cause?: Error): void => reject(new Fault('UNAVAILABLE', undefined, { cause }));
    const cancelTimer = afterTimeout(timeoutMs, () => fail(new Error('no replica was ready in time')));
    client.waitForReady(Number.POSITIVE_INFINITY, (error) => {
      cancelTimer();
      return error === undefined ? resolve() : fail(error);
    });
  });
}

/**
 * Returns the target of unary calls. grpc-js accepts a list of addresses only if all are IPv4 or all are IPv6. When a
 * list mixes them, the function returns those addresses that have the kind of the first one. If the list begins with a
 * name, it returns only that name.
 */
function unaryTarget(target: string): string {
  const parts = target.split(',');
  const kinds = parts.map((part) => isIP(hostOf(part)));
  const [first] = kinds;
  return parts.length === 1 || first === 0
    ? `dns:///${parts[0]}`
    : `ipv${first}:${parts.filter((_part, index) => kinds[index] === first).join(',')}`;
}
