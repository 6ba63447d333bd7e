import type * as grpc from '@grpc/grpc-js';
import { cleanText } from '@assay/faults/clean-text';
import { Fault, toFault } from '@assay/faults/faults';
import type { Access } from './callers.ts';
import { traceFromTraceparent } from './context.ts';
import { services } from './load.ts';
import type { ServedMethod } from './server.ts';
import type { Call__Output } from './gen/assay/rpc/v1/Call.ts';
import type { ExchangeRequest__Output } from './gen/assay/rpc/v1/ExchangeRequest.ts';
import type { ExchangeResponse } from './gen/assay/rpc/v1/ExchangeResponse.ts';
import type { Reply } from './gen/assay/rpc/v1/Reply.ts';

type ExchangeStream = grpc.ServerDuplexStream<ExchangeRequest__Output, ExchangeResponse>;

/** The server's control over its multiplexed streams. */
export type MuxServer = {
  /** Asks every connected client to prefer other replicas. The server still answers calls that arrive. */
  readonly leave: () => void;
  /** Tells every connected client to send no new calls, and closes each stream once its calls are answered. */
  readonly drain: () => void;
};

/**
 * Adds the multiplexed stream to a gRPC server.
 * @param options.maxInFlight maximum number of unanswered calls of one stream. The server refuses further calls with
 * OVERLOADED, so that one client cannot fill this process's memory.
 * @param options.mayCall returns whether the caller on a connection may call a method. When absent, every caller may.
 */
export function addMux(
  server: grpc.Server,
  methods: readonly ServedMethod[],
  options: { readonly maxInFlight: number; readonly mayCall?: Access },
): MuxServer {
  const mayCall = options.mayCall ?? (() => true);
  const byPath = new Map(methods.map((method) => [method.path, method]));
  const open = new Set<ServedStream>();
  let isLeaving = false;
  let isDraining = false;
  server.addService(services.mux as unknown as grpc.ServiceDefinition, {
    Exchange: (stream: ExchangeStream) => {
      const auth = stream.getAuthContext();
      const run = (call: Call__Output): Promise<Reply> => runCall(call, byPath, () => mayCall(call.method, auth));
      const connection = serveStream(stream, run, options.maxInFlight, () => open.delete(connection));
      open.add(connection);
      if (isLeaving) {
        connection.leave();
      }
      if (isDraining) {
        connection.drain();
      }
    },
  });
  return {
    leave: () => {
      isLeaving = true;
      for (const connection of open) {
        connection.leave();
      }
    },
    drain: () => {
      isDraining = true;
      for (const connection of open) {
        connection.drain();
      }
    },
  };
}

type ServedStream = { readonly leave: () => void; readonly drain: () => void };

function serveStream(
  stream: ExchangeStream,
  run: (call: Call__Output) => Promise<Reply>,
  maxInFlight: number,
  onClose: () => void,
): ServedStream {
  const replies = createReplyQueue(stream);
  const stop = (): void => {
    replies.stop();
    onClose();
  };
  stream.on('data', (message: ExchangeRequest__Output) => {
    // After the stream has ended, no reply can be sent. So the server does not execute these calls, and the client can
    // send them to another replica.
    for (const call of replies.isEnded() ? [] : message.calls) {
      if (replies.inFlight() >= maxInFlight) {
        replies.send(failure(call.id, new Fault('OVERLOADED')));
      } else {
        replies.answer(run(call));
      }
    }
  });
  stream.on('end', () => {
    stop();
    stream.end();
  });
  stream.on('error', stop);
  stream.on('close', stop);
  stream.on('cancelled', stop);
  return replies;
}

/** The replies of one stream. One message contains all replies that become ready in the same turn of the event loop. */
type ReplyQueue = ServedStream & {
  readonly answer: (reply: Promise<Reply>) => void;
  readonly send: (reply: Reply) => void;
  readonly inFlight: () => number;
  readonly isEnded: () => boolean;
  /** Discards all further replies. */
  readonly stop: () => void;
};

function createReplyQueue(stream: ExchangeStream): ReplyQueue {
  let outgoing: Reply[] = [];
  let isScheduled = false;
  let inFlight = 0;
  let isLeaving = false;
  let isDraining = false;
  let isEnded = false;

  const flush = (): void => {
    isScheduled = false;
    if (isEnded) {
      return;
    }
    const replies = outgoing;
    outgoing = [];
    stream.write({ replies, draining: isDraining, leaving: isLeaving });
    if (isDraining && inFlight === 0) {
      isEnded = true;
      stream.end();
    }
  };
  const scheduleFlush = (): void => {
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(flush);
    }
  };
  const send = (reply: Reply): void => {
    outgoing.push(reply);
    scheduleFlush();
  };
  return {
    answer: (reply) => {
      inFlight += 1;
      void reply.then((item) => {
        inFlight -= 1;
        send(item);
      });
    },
    send,
    inFlight: () => inFlight,
    isEnded: () => isEnded,
    stop: () => {
      isEnded = true;
    },
    leave: () => {
      isLeaving = true;
      scheduleFlush();
    },
    drain: () => {
      isDraining = true;
      scheduleFlush();
    },
  };
}

/** Executes one call. Never rejects and never throws: every error becomes a failure reply. */
async function runCall(
  call: Call__Output,
  methods: ReadonlyMap<string, ServedMethod>,
  mayCall: () => boolean,
): Promise<Reply> {
  try {
    if (!mayCall()) {
      return failure(call.id, new Fault('FORBIDDEN'));
    }
    const method = methods.get(call.method);
    if (method === undefined) {
      return failure(call.id, new Fault('INTERNAL', `no method ${call.method}`));
    }
    const response = await method.run(method.decode(call.payload), {
      trace: traceFromTraceparent(call.traceparent),
      deadlineAtMs: performance.now() + call.timeout_ms,
      // A client of the previous release does not send a rank.
      attempt: Math.max(1, call.attempt),
    });
    return { id: call.id, payload: method.encode(response) };
  } catch (thrown) {
    return failure(call.id, toFault(thrown));
  }
}

function failure(id: number, fault: Fault): Reply {
  return { id, failure: { code: fault.code, detail: cleanText(fault.message), mendable: fault.isMendable } };
}
