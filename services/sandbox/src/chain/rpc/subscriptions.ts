import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { startRepeating } from '@assay/runtime/repeat';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SandboxNode } from '../nodes.ts';
import { programIds } from '../program-ids.ts';
import { slotMs } from '../slot-clock.ts';
import type { NodeContext, RpcMethod } from './context.ts';
import { createDispatcher, exactJson, type Dispatch } from './json-rpc.ts';
import { accountWriter, addressAt, optionsAt } from './params.ts';
import { invalidParams } from './rpc-error.ts';

/** The WebSocket subscriptions of a node. */
export type NodeSubscriptions = {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /**
   * Sends each subscriber the changes since the previous call. A timer calls this function every slot while there are
   * subscribers.
   */
  readonly notify: () => void;
  /** Ends all connections, as when a node goes down. */
  readonly disconnect: () => void;
};

type Subscription = {
  readonly socket: WebSocket;
  /** Returns the notification about a slot that has reached the node. Returns undefined when nothing changed. */
  readonly notificationFor: (slot: number) => object | undefined;
};

const maxMessageBytes = 64 * 1_024;
const maxSubscriptions = 10_000;
/**
 * Maximum number of bytes that a client leaves unread. Beyond it the node closes the connection, so that the client
 * does not fill the memory.
 */
const maxBufferedBytes = 8 * 1_024 * 1_024;

/** The subscriptions of all connections of a node, by their numbers. */
type SubscriptionRegistry = {
  readonly add: (socket: WebSocket, create: (id: number) => Subscription['notificationFor']) => number;
  /** Removes a subscription. Throws for the number of a subscription that the connection does not have. */
  readonly remove: (socket: WebSocket, id: unknown) => boolean;
  readonly removeAll: (socket: WebSocket) => void;
  readonly all: () => Iterable<Subscription>;
};

/**
 * Creates the subscriptions of a node. The timer of the subscriptions runs only while there are subscribers.
 * @param isResponsive returns whether the node sends messages in its current state.
 */
export function createNodeSubscriptions(context: NodeContext, isResponsive: () => boolean): NodeSubscriptions {
  const { node } = context;
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  let notifiedSlot = 0;
  const notify = (): void => {
    const slot = node.slot();
    if (!isResponsive() || slot === notifiedSlot) {
      return;
    }
    notifiedSlot = slot;
    for (const subscription of registry.all()) {
      send(subscription, slot);
    }
  };
  const registry = createRegistry(notify);
  server.on('connection', (socket: WebSocket) => {
    const dispatch = createDispatcher(methodsOf(node, socket, registry), context);
    socket.on('message', (message: Buffer) => {
      if (isResponsive()) {
        reply(socket, dispatch, message.toString('utf8'));
      }
    });
    // A close event follows every error event. The handler of the close event removes the subscriptions.
    socket.on('error', () => {});
    socket.on('close', () => registry.removeAll(socket));
  });
  return {
    upgrade: (request, socket, head) => {
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
    },
    notify,
    disconnect: () => {
      for (const socket of server.clients) {
        socket.terminate();
      }
    },
  };
}

function send({ socket, notificationFor }: Subscription, slot: number): void {
  const message = notificationFor(slot);
  if (message === undefined) {
    return;
  }
  if (socket.bufferedAmount > maxBufferedBytes) {
    socket.terminate();
  } else {
    socket.send(exactJson(message));
  }
}

function createRegistry(onSlot: () => void): SubscriptionRegistry {
  const subscriptions = new Map<number, Subscription>();
  let nextId = 1;
  let stopTimer: (() => Promise<void>) | undefined;
  const updateTimer = (): void => {
    if (subscriptions.size > 0) {
      stopTimer ??= startRepeating(onSlot, {
        name: 'slot notifications',
        everyMs: slotMs,
        immediately: false,
        onFailure: endProcess,
      });
    } else {
      void stopTimer?.();
      stopTimer = undefined;
    }
  };
  return {
    add: (socket, create) => {
      if (subscriptions.size >= maxSubscriptions) {
        throw invalidParams(`a node takes at most ${maxSubscriptions} subscriptions`);
      }
      const id = nextId;
      nextId += 1;
      subscriptions.set(id, { socket, notificationFor: create(id) });
      updateTimer();
      return id;
    },
    remove: (socket, id) => {
      if (typeof id !== 'number' || subscriptions.get(id)?.socket !== socket) {
        throw invalidParams('there is no subscription with this number on this connection');
      }
      subscriptions.delete(id);
      updateTimer();
      return true;
    },
    removeAll: (socket) => {
      for (const [id, subscription] of subscriptions) {
        if (subscription.socket === socket) {
          subscriptions.delete(id);
        }
      }
      updateTimer();
    },
    all: () => subscriptions.values(),
  };
}

/**
 * Ends the process with an error of a notification. A notification cannot fail in normal operation, so the error is a
 * defect of the sandbox.
 */
function endProcess(error: unknown): void {
  throw error;
}

function methodsOf(
  node: SandboxNode,
  socket: WebSocket,
  { add, remove }: SubscriptionRegistry,
): Readonly<Record<string, RpcMethod>> {
  return {
    accountSubscribe: (_context, params) => {
      const address = addressAt(params, 0);
      const write = accountWriter(optionsAt(params, 1));
      let seenSlot = node.lastChangedSlot(address, node.slot());
      return add(socket, (id) => (slot) => {
        const changed = node.lastChangedSlot(address, slot);
        if (changed === seenSlot) {
          return undefined;
        }
        seenSlot = changed;
        // The context of a notification has no `apiVersion`, but the context of a reply has one.
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

/** What a notification shows for a closed account: an empty account. */
const closed = { lamports: 0n, owner: programIds.system, executable: false, data: new Uint8Array() };

function notification(method: string, subscription: number, result: unknown): object {
  return { jsonrpc: '2.0', method, params: { result, subscription } };
}

function reply(socket: WebSocket, dispatch: Dispatch, message: string): void {
  const replied = dispatch(parsed(message));
  if (replied !== undefined) {
    socket.send(exactJson(replied));
  }
}

/**
 * Returns the parsed JSON of a message. Returns undefined for text that is not JSON, and the dispatcher then replies
 * that the request is invalid.
 */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
