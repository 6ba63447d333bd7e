import * as grpc from '@grpc/grpc-js';
import { Fault, isFaultCode } from '@assay/faults/faults';
import { services } from './load.ts';
import type { Call } from './gen/assay/rpc/v1/Call.ts';
import type { ExchangeRequest } from './gen/assay/rpc/v1/ExchangeRequest.ts';
import type { ExchangeResponse__Output } from './gen/assay/rpc/v1/ExchangeResponse.ts';
import type { Reply__Output } from './gen/assay/rpc/v1/Reply.ts';

/** One item to send: the method's path, its encoded request, and what travels with it. */
export type MuxCall = {
  readonly method: string;
  readonly payload: Buffer;
  readonly deadlineAtMs: number;
  readonly traceparent: string;
};

/** A long-lived stream to one replica. */
export type MuxStream = {
  /** Whether a call given now would be sent: connected, not draining, not full. */
  readonly ready: () => boolean;
  readonly inFlight: () => number;
  /** Rejects with UNAVAILABLE when the stream breaks before the reply, DEADLINE_EXCEEDED when none came in time. */
  readonly call: (call: MuxCall) => Promise<Buffer>;
  readonly close: () => void;
};

type Pending = {
  readonly resolve: (payload: Buffer) => void;
  readonly reject: (fault: Fault) => void;
  readonly deadlineAtMs: number;
};

const sweepEveryMs = 20;
const reopenAfterMs = { least: 50, most: 1_000 };

/**
 * Opens the exchange stream to one replica and keeps it open: when it breaks, its items fail as UNAVAILABLE and it
 * is opened again with growing pauses.
 * @param changed called whenever `ready` may have become true.
 */
export function openMuxStream(
  address: string,
  options: { readonly maxInFlight: number; readonly changed: () => void },
): MuxStream {
  const client = new grpc.Client(address, grpc.credentials.createInsecure(), {
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.initial_reconnect_backoff_ms': reopenAfterMs.least,
    'grpc.max_reconnect_backoff_ms': reopenAfterMs.most,
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
  });
  const pending = new Map<number, Pending>();
  let stream: grpc.ClientDuplexStream<ExchangeRequest, ExchangeResponse__Output> | undefined;
  let connected = false;
  let draining = false;
  let closed = false;
  let nextId = 1;
  let outgoing: Call[] = [];
  let reopenMs = reopenAfterMs.least;
  let reopenTimer: NodeJS.Timeout | undefined;

  const open = (): void => {
    const method = services.mux.Exchange;
    const opened = client.makeBidiStreamRequest(
      method.path,
      method.requestSerialize as (value: ExchangeRequest) => Buffer,
      method.responseDeserialize as (bytes: Buffer) => ExchangeResponse__Output,
    );
    stream = opened;
    draining = false;
    opened.on('metadata', () => {
      reopenMs = reopenAfterMs.least;
    });
    opened.on('data', (message: ExchangeResponse__Output) => {
      draining ||= message.draining;
      for (const reply of message.replies) {
        finish(reply);
      }
    });
    opened.on('error', () => broke(opened));
    opened.on('end', () => broke(opened));
    client.waitForReady(Number.POSITIVE_INFINITY, (error) => {
      if (error === undefined && stream === opened && !closed) {
        connected = true;
        options.changed();
      }
    });
  };

  const broke = (which: typeof stream): void => {
    if (stream !== which || stream === undefined) {
      return;
    }
    stream = undefined;
    connected = false;
    outgoing = [];
    for (const [id, item] of pending) {
      pending.delete(id);
      item.reject(new Fault('UNAVAILABLE'));
    }
    if (!closed) {
      reopenTimer = setTimeout(open, reopenMs);
      reopenMs = Math.min(reopenMs * 2, reopenAfterMs.most);
    }
  };

  const finish = (reply: Reply__Output): void => {
    const item = pending.get(reply.id);
    if (item === undefined) {
      return;
    }
    pending.delete(reply.id);
    if (reply.payload !== undefined && reply.outcome === 'payload') {
      item.resolve(reply.payload);
    } else {
      const code = reply.failure?.code ?? '';
      item.reject(new Fault(isFaultCode(code) ? code : 'INTERNAL', reply.failure?.detail));
    }
  };

  const flush = (): void => {
    const calls = outgoing;
    outgoing = [];
    if (calls.length > 0) {
      stream?.write({ calls });
    }
  };

  const sweep = setInterval(() => {
    const nowMs = Date.now();
    for (const [id, item] of pending) {
      if (item.deadlineAtMs <= nowMs) {
        pending.delete(id);
        item.reject(new Fault('DEADLINE_EXCEEDED'));
      }
    }
  }, sweepEveryMs);

  open();
  return {
    ready: () => connected && !draining && pending.size < options.maxInFlight,
    inFlight: () => pending.size,
    call: ({ method, payload, deadlineAtMs, traceparent }) =>
      new Promise((resolve, reject) => {
        if (!connected || draining) {
          reject(new Fault('UNAVAILABLE'));
          return;
        }
        const id = nextId;
        nextId = nextId === 0xffffffff ? 1 : nextId + 1;
        pending.set(id, { resolve, reject, deadlineAtMs });
        outgoing.push({
          id,
          method,
          payload,
          timeout_ms: Math.max(0, Math.round(deadlineAtMs - Date.now())),
          traceparent,
        });
        if (outgoing.length === 1) {
          setImmediate(flush);
        }
      }),
    close: () => {
      closed = true;
      clearInterval(sweep);
      clearTimeout(reopenTimer);
      const open = stream;
      broke(open);
      open?.end();
      client.close();
    },
  };
}
