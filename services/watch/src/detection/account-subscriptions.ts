import { z } from 'zod';
import type { AccountsSnapshot } from './accounts.ts';
import { accountResponse, parseNodeJson, slotResponse } from './node-response.ts';
import { openReconnectingSocket, type ReconnectClock } from './reconnecting-socket.ts';
import type { OpenSocket, SocketConnection } from './websocket.ts';

/** Subscriptions to accounts at one node. They only shorten the time until a change is detected. Polling continues. */
export type AccountSubscriptions = {
  /** Replaces the addresses that are subscribed to. */
  readonly setAddresses: (addresses: readonly string[]) => void;
  readonly stop: () => void;
};

/** Dependencies of the subscriptions. */
export type SubscriptionPorts = {
  readonly open: OpenSocket;
  /** Receives each push update of the node. */
  readonly onSnapshot: (snapshot: AccountsSnapshot) => void;
  readonly clock: ReconnectClock;
  /** Called for events of the connection, with the present number of subscriptions. */
  readonly onEvent: (event: 'connected' | 'lost' | 'refused', subscriptions: number) => void;
  /** Receives an unexpected error in the handling of a node's message. The connection is then opened again. */
  readonly onUnexpected: (error: unknown) => void;
};

/**
 * Maximum number of subscriptions on one connection, which is about what nodes accept. Further addresses are only
 * polled.
 */
const maxSubscriptions = 10_000;

const confirmation = z.object({ id: z.number().int(), result: z.number().int().optional().catch(undefined) });
const accountUpdate = z.object({
  method: z.literal('accountNotification'),
  params: z.object({
    subscription: z.number().int(),
    result: z.object({
      context: z.object({ slot: slotResponse }),
      value: accountResponse.nullable(),
    }),
  }),
});

/** The subscriptions of one connection. */
type SubscriptionState = {
  readonly connection: SocketConnection;
  /** Addresses by the id of the request that subscribes to them. */
  readonly requested: Map<number, string>;
  readonly addressById: Map<number, string>;
  /**
   * Subscription ids by address. An id is undefined until the node confirms the subscription, and after the node
   * refused it.
   */
  readonly idByAddress: Map<string, number | undefined>;
  nextRequest: number;
};

/** Subscribes over one connection at a time. After a lost connection, subscribes again to every address. */
export function createAccountSubscriptions(ports: SubscriptionPorts): AccountSubscriptions {
  let wanted: ReadonlySet<string> = new Set();
  let state: SubscriptionState | undefined;
  const stop = openReconnectingSocket(
    ports.open,
    {
      onOpen: (connection) => {
        state = { connection, requested: new Map(), addressById: new Map(), idByAddress: new Map(), nextRequest: 1 };
        // A node sends slots all the time, so a connection without messages is certainly dead.
        connection.send(request(state.nextRequest++, 'slotSubscribe', []));
        updateSubscriptions(state, wanted);
        ports.onEvent('connected', state.idByAddress.size);
      },
      onMessage: (text) => state !== undefined && receive(state, text, ports),
      onLost: () => {
        state = undefined;
        ports.onEvent('lost', 0);
      },
      onUnexpected: ports.onUnexpected,
    },
    ports.clock,
  );
  return {
    setAddresses: (addresses) => {
      wanted = new Set(select(addresses, wanted));
      if (state !== undefined) {
        updateSubscriptions(state, wanted);
      }
    },
    stop,
  };
}

/**
 * Returns as many addresses as one connection accepts. Addresses with a subscription come first, so that present
 * subscriptions do not change.
 */
function select(addresses: readonly string[], present: ReadonlySet<string>): readonly string[] {
  if (addresses.length <= maxSubscriptions) {
    return addresses;
  }
  const subscribed = addresses.filter((address) => present.has(address));
  const others = addresses.filter((address) => !present.has(address));
  return [...subscribed, ...others].slice(0, maxSubscriptions);
}

/** Processes one message. Returns whether the message answers a request. */
function receive(state: SubscriptionState, text: string, { onSnapshot, onEvent }: SubscriptionPorts): boolean {
  const message = parse(text);
  const update = accountUpdate.safeParse(message);
  if (update.success) {
    const { subscription, result } = update.data.params;
    const address = state.addressById.get(subscription);
    if (address !== undefined) {
      onSnapshot({ slot: BigInt(result.context.slot), accounts: new Map([[address, result.value]]) });
    }
    return false;
  }
  const confirmed = confirmation.safeParse(message);
  if (confirmed.success) {
    confirm(state, confirmed.data, () => onEvent('refused', state.idByAddress.size));
  }
  return confirmed.success;
}

/** Sends the requests that turn the present subscriptions into the wanted ones. */
function updateSubscriptions(state: SubscriptionState, wanted: ReadonlySet<string>): void {
  for (const [address, id] of state.idByAddress) {
    // A subscription without a confirmation has no id yet. The next update ends it.
    if (!wanted.has(address) && id !== undefined) {
      state.idByAddress.delete(address);
      state.addressById.delete(id);
      state.connection.send(request(state.nextRequest++, 'accountUnsubscribe', [id]));
    }
  }
  for (const address of wanted) {
    if (!state.idByAddress.has(address)) {
      const id = state.nextRequest++;
      state.idByAddress.set(address, undefined);
      state.requested.set(id, address);
      const params = [address, { encoding: 'base64', commitment: 'confirmed' }];
      state.connection.send(request(id, 'accountSubscribe', params));
    }
  }
}

function confirm(state: SubscriptionState, { id, result }: z.infer<typeof confirmation>, onRefusal: () => void): void {
  const address = state.requested.get(id);
  if (address === undefined) {
    return;
  }
  state.requested.delete(id);
  if (result === undefined) {
    // The address keeps an entry without an id, so that it is not requested again. Polling covers it.
    onRefusal();
    return;
  }
  state.idByAddress.set(address, result);
  state.addressById.set(result, address);
}

function request(id: number, method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Returns undefined for text that is not JSON. A node that sends only such text counts as silent. */
function parse(text: string): unknown {
  try {
    return parseNodeJson(text);
  } catch {
    return undefined;
  }
}
