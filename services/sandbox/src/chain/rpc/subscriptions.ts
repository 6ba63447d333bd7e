import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Node } from '../nodes.ts';
import { programIds } from '../program-ids.ts';
import { slotMs } from '../slots.ts';
import type { Method, NodeContext } from './context.ts';
import { invalidParams } from './fault.ts';
import { accountWriter, addressAt, optionsAt } from './params.ts';
import { dispatcher, exactJson, type Dispatch } from './room.ts';

/** Who listens to a node by WebSocket. */
export type Subscriptions = {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Sends whatever is new to everybody who listens; called by itself every slot while somebody does. */
  readonly announce: () => void;
  /** Ends all connections, as a node does that goes down. */
  readonly disconnect: () => void;
};

type Subscription = {
  readonly socket: WebSocket;
  /** What to send for a slot that the node has now seen; undefined when nothing changed since the last one. */
  readonly news: (slot: number) => object | undefined;
};

const longestMessageBytes = 64 * 1_024;
const mostSubscriptions = 10_000;
/** A listener that does not read is cut off before what waits for it fills the memory. */
const mostWaitingBytes = 8 * 1_024 * 1_024;

/** Who listens to what. */
type Listeners = {
  readonly add: (socket: WebSocket, news: (id: number) => Subscription['news']) => number;
  /** Throws for a number that is not of this connection. */
  readonly remove: (socket: WebSocket, id: unknown) => boolean;
  readonly forget: (socket: WebSocket) => void;
  readonly all: () => Iterable<Subscription>;
};

/**
 * Serves subscriptions of one node. A timer runs only while somebody listens.
 * @param speaks whether the node says anything at all at the moment.
 */
export function createSubscriptions(context: NodeContext, speaks: () => boolean): Subscriptions {
  const { node } = context;
  const server = new WebSocketServer({ noServer: true, maxPayload: longestMessageBytes });
  let announcedSlot = 0;
  const announce = (): void => {
    const slot = node.slot();
    if (!speaks() || slot === announcedSlot) {
      return;
    }
    announcedSlot = slot;
    for (const subscription of listeners.all()) {
      tell(subscription, slot);
    }
  };
  const listeners = createListeners(announce);
  server.on('connection', (socket: WebSocket) => {
    const dispatch = dispatcher(methodsOf(node, socket, listeners), context);
    socket.on('message', (message: Buffer) => {
      if (speaks()) {
        reply(socket, dispatch, message.toString('utf8'));
      }
    });
    // The close that always follows an error does what there is to do.
    socket.on('error', () => {});
    socket.on('close', () => listeners.forget(socket));
  });
  return {
    upgrade: (request, socket, head) => {
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
    },
    announce,
    disconnect: () => {
      for (const socket of server.clients) {
        socket.terminate();
      }
    },
  };
}

function tell({ socket, news }: Subscription, slot: number): void {
  const message = news(slot);
  if (message === undefined) {
    return;
  }
  if (socket.bufferedAmount > mostWaitingBytes) {
    socket.terminate();
  } else {
    socket.send(exactJson(message));
  }
}

function createListeners(everySlot: () => void): Listeners {
  const subscriptions = new Map<number, Subscription>();
  let nextId = 1;
  let timer: NodeJS.Timeout | undefined;
  const keepTime = (): void => {
    if (subscriptions.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else {
      timer ??= setInterval(everySlot, slotMs).unref();
    }
  };
  return {
    add: (socket, news) => {
      if (subscriptions.size >= mostSubscriptions) {
        throw invalidParams(`a node takes at most ${mostSubscriptions} subscriptions`);
      }
      const id = nextId;
      nextId += 1;
      subscriptions.set(id, { socket, news: news(id) });
      keepTime();
      return id;
    },
    remove: (socket, id) => {
      if (typeof id !== 'number' || subscriptions.get(id)?.socket !== socket) {
        throw invalidParams('there is no subscription of this number on this connection');
      }
      subscriptions.delete(id);
      keepTime();
      return true;
    },
    forget: (socket) => {
      for (const [id, subscription] of subscriptions) {
        if (subscription.socket === socket) {
          subscriptions.delete(id);
        }
      }
      keepTime();
    },
    all: () => subscriptions.values(),
  };
}

function methodsOf(node: Node, socket: WebSocket, { add, remove }: Listeners): Readonly<Record<string, Method>> {
  return {
    accountSubscribe: (_context, params) => {
      const address = addressAt(params, 0);
      const write = accountWriter(optionsAt(params, 1));
      let seen = node.changedIn(address, node.slot());
      return add(socket, (id) => (slot) => {
        const changed = node.changedIn(address, slot);
        if (changed === seen) {
          return undefined;
        }
        seen = changed;
        // Unlike the context of an answer, that of a notification names no version.
        const result = { context: { slot }, value: write(node.read(address, slot) ?? closed) };
        return notification('accountNotification', id, result);
      });
    },
    accountUnsubscribe: (_context, params) => remove(socket, params[0]),
    slotSubscribe: () =>
      add(
        socket,
        (id) => (slot) => notification('slotNotification', id, { parent: slot - 1, root: slot - rootDistance, slot }),
      ),
    slotUnsubscribe: (_context, params) => remove(socket, params[0]),
  };
}

const rootDistance = 32;

/** Listeners are told of an account that is gone as of one without anything. */
const closed = { lamports: 0n, owner: programIds.system, executable: false, data: new Uint8Array() };

function notification(method: string, subscription: number, result: unknown): object {
  return { jsonrpc: '2.0', method, params: { result, subscription } };
}

function reply(socket: WebSocket, dispatch: Dispatch, message: string): void {
  const answered = dispatch(parsed(message));
  if (answered !== undefined) {
    socket.send(exactJson(answered));
  }
}

/** What is not JSON is no request either, and is answered as such. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
