import * as grpc from '@grpc/grpc-js';
import { Fault, isFaultCode } from '@assay/faults/faults';
import { services } from './load.ts';
import type { Call } from './gen/assay/rpc/v1/Call.ts';
import type { ExchangeRequest } from './gen/assay/rpc/v1/ExchangeRequest.ts';
import type { ExchangeResponse__Output } from './gen/assay/rpc/v1/ExchangeResponse.ts';
import type { Reply__Output } from './gen/assay/rpc/v1/Reply.ts';

/** One call to send: the method's path, its encoded request, its deadline and its trace. */
export type MuxCall = {
  readonly method: string;
  readonly payload: Buffer;
  readonly deadlineAtMs: number;
  readonly traceparent: string;
  /** The rank of the attempt; see `attempt` of CallContext. */
  readonly attempt: number;
};

/** The cause of an UNAVAILABLE that the client itself creates: the stream to the replica broke, or it never opened. */
export const streamBroken = new Error('the stream to the replica broke');

/** A long-lived stream to one replica. */
export type MuxStream = {
  /** Whether the stream can send a call now: it is connected, not draining and not full. */
  readonly ready: () => boolean;
  /** Returns whether the replica has announced that it will shut down. It still answers calls while it is ready. */
  readonly leaving: () => boolean;
  readonly inFlight: () => number;
  /**
   * Sends a call and returns its encoded response. Rejects with UNAVAILABLE when the stream breaks before the reply,
   * and with DEADLINE_EXCEEDED when no reply arrives in time.
   */
  readonly call: (call: MuxCall) => Promise<Buffer>;
  readonly close: () => void;
};

type ReplyStream = grpc.ClientDuplexStream<ExchangeRequest, ExchangeResponse__Output>;

type Pending = {
  readonly resolve: (payload: Buffer) => void;
  readonly reject: (fault: Fault) => void;
  readonly deadlineAtMs: number;
};

/** The state of one connection to a replica. Only this file changes it. */
type Connection = {
  readonly client: grpc.Client;
  readonly pending: Map<number, Pending>;
  readonly onReadyChange: () => void;
  readonly onOutcome: (failed: boolean) => void;
  stream: ReplyStream | undefined;
  connected: boolean;
  leaving: boolean;
  draining: boolean;
  closed: boolean;
  nextId: number;
  outgoing: Call[];
  reopenMs: number;
  reopenTimer: NodeJS.Timeout | undefined;
};

const checkEveryMs = 20;
const reopenPauseMs = { min: 50, max: 500 };
const maxId = 0xffff_ffff;

/**
 * Opens a stream to one replica and keeps it open. When the stream breaks, its calls fail with UNAVAILABLE. It then
 * opens again, after pauses that grow with each failure.
 * @param options.onReadyChange called when `ready` may have become true.
 */
export function openMuxStream(
  address: string,
  options: {
    readonly maxInFlight: number;
    readonly onReadyChange: () => void;
    /** Called at the end of each call. `failed` is true when the stream broke or the deadline passed. */
    readonly onOutcome: (failed: boolean) => void;
    readonly credentials: grpc.ChannelCredentials;
    /** The name that the replica's certificate must contain. serverNameOf returns it. */
    readonly serverName: string;
  },
): MuxStream {
  const connection: Connection = {
    client: new grpc.Client(address, options.credentials, {
      'grpc.ssl_target_name_override': options.serverName,
      'grpc.keepalive_time_ms': 10_000,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.initial_reconnect_backoff_ms': reopenPauseMs.min,
      'grpc.max_reconnect_backoff_ms': reopenPauseMs.max,
      'grpc.max_receive_message_length': 64 * 1024 * 1024,
    }),
    pending: new Map(),
    onReadyChange: options.onReadyChange,
    onOutcome: options.onOutcome,
    stream: undefined,
    connected: false,
    leaving: false,
    draining: false,
    closed: false,
    nextId: 1,
    outgoing: [],
    reopenMs: reopenPauseMs.min,
    reopenTimer: undefined,
  };
  const deadlineTimer = setInterval(() => failOverdue(connection), checkEveryMs);
  open(connection);
  return {
    ready: () => connection.connected && !connection.draining && connection.pending.size < options.maxInFlight,
    leaving: () => connection.leaving,
    inFlight: () => connection.pending.size,
    call: (call) => enqueue(connection, call),
    close: () => {
      clearInterval(deadlineTimer);
      close(connection);
    },
  };
}

function open(connection: Connection): void {
  const method = services.mux.Exchange;
  const stream: ReplyStream = connection.client.makeBidiStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
  );
  connection.stream = stream;
  connection.leaving = false;
  connection.draining = false;
  stream.on('metadata', () => {
    connection.reopenMs = reopenPauseMs.min;
  });
  stream.on('data', (message: ExchangeResponse__Output) => {
    connection.leaving ||= message.leaving;
    connection.draining ||= message.draining;
    for (const reply of message.replies) {
      finish(connection, reply);
    }
  });
  stream.on('error', () => handleBroken(connection, stream));
  stream.on('end', () => handleBroken(connection, stream));
  connection.client.waitForReady(Number.POSITIVE_INFINITY, (error) => {
    if (error === undefined && connection.stream === stream && !connection.closed) {
      connection.connected = true;
      connection.onReadyChange();
    }
  });
}

function handleBroken(connection: Connection, stream: ReplyStream): void {
  if (connection.stream !== stream) {
    return;
  }
  connection.stream = undefined;
  connection.connected = false;
  connection.outgoing = [];
  for (const [id, item] of connection.pending) {
    connection.pending.delete(id);
    connection.onOutcome(true);
    item.reject(new Fault('UNAVAILABLE', undefined, { cause: streamBroken }));
  }
  if (!connection.closed) {
    connection.reopenTimer = setTimeout(() => open(connection), connection.reopenMs);
    connection.reopenMs = Math.min(connection.reopenMs * 2, reopenPauseMs.max);
  }
}

function close(connection: Connection): void {
  connection.closed = true;
  clearTimeout(connection.reopenTimer);
  const { stream } = connection;
  if (stream !== undefined) {
    handleBroken(connection, stream);
    stream.end();
  }
  connection.client.close();
}

function enqueue(connection: Connection, call: MuxCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (!connection.connected || connection.draining) {
      reject(new Fault('UNAVAILABLE', undefined, { cause: streamBroken }));
      return;
    }
    const id = connection.nextId;
    connection.nextId = id === maxId ? 1 : id + 1;
    connection.pending.set(id, { resolve, reject, deadlineAtMs: call.deadlineAtMs });
    connection.outgoing.push({
      id,
      method: call.method,
      payload: call.payload,
      timeout_ms: Math.max(0, Math.round(call.deadlineAtMs - performance.now())),
      traceparent: call.traceparent,
      attempt: call.attempt,
    });
    if (connection.outgoing.length === 1) {
      setImmediate(() => flush(connection));
    }
  });
}

function flush(connection: Connection): void {
  const calls = connection.outgoing;
  connection.outgoing = [];
  if (calls.length > 0) {
    connection.stream?.write({ calls });
  }
}

function finish({ pending, onOutcome }: Connection, reply: Reply__Output): void {
  const item = pending.get(reply.id);
  if (item === undefined) {
    return;
  }
  pending.delete(reply.id);
  onOutcome(false);
  if (reply.outcome === 'payload' && reply.payload !== undefined) {
    item.resolve(reply.payload);
    return;
  }
  const code = reply.failure?.code ?? '';
  const { detail, mendable } = reply.failure ?? {};
  item.reject(new Fault(isFaultCode(code) ? code : 'INTERNAL', detail, mendable === undefined ? {} : { mendable }));
}

/** Rejects the calls whose deadline has passed. One timer serves all calls, because a timer costs more than a call. */
function failOverdue({ pending, onOutcome }: Connection): void {
  const nowMs = performance.now();
  for (const [id, item] of pending) {
    if (item.deadlineAtMs <= nowMs) {
      pending.delete(id);
      onOutcome(true);
      item.reject(new Fault('DEADLINE_EXCEEDED'));
    }
  }
}
