import { z } from 'zod';
import type { Reading } from './change-detector.ts';
import { accountAnswer, parseNodeJson } from './node-response.ts';
import { keepLine, type LineClock } from './reconnecting-socket.ts';
import type { Line, OpenLine } from './websocket.ts';

/** Hears of changes from a node as they happen. It only makes them noticed sooner: polling goes on underneath. */
export type Subscriptions = {
  /** Says which addresses to listen to from now on. */
  readonly want: (addresses: readonly string[]) => void;
  readonly stop: () => void;
};

/** What listening needs. */
export type SubscriptionParts = {
  readonly open: OpenLine;
  readonly seen: (reading: Reading) => void;
  readonly clock: LineClock;
  readonly told: (event: 'connected' | 'lost' | 'refused', listening: number) => void;
};

/** Nodes take about so many of one connection; further addresses are left to the polling. */
const mostSubscriptions = 10_000;

const confirmation = z.object({ id: z.number().int(), result: z.number().int().optional() });
const accountNews = z.object({
  method: z.literal('accountNotification'),
  params: z.object({
    subscription: z.number().int(),
    result: z.object({ context: z.object({ slot: z.number().int().nonnegative() }), value: accountAnswer.nullable() }),
  }),
});

/** One connection's book of who was asked for, confirmed, or dropped. */
type Book = {
  readonly line: Line;
  /** Addresses by the id of the request that asked for them. */
  readonly asked: Map<number, string>;
  readonly byNumber: Map<number, string>;
  readonly numbers: Map<string, number | undefined>;
  nextRequest: number;
};

/** Listens on one connection at a time, and subscribes to everything again on the next when it is lost. */
export function createSubscriptions(parts: SubscriptionParts): Subscriptions {
  let wanted: ReadonlySet<string> = new Set();
  let book: Book | undefined;
  const stop = keepLine(
    parts.open,
    {
      opened: (line) => {
        book = { line, asked: new Map(), byNumber: new Map(), numbers: new Map(), nextRequest: 1 };
        // Slots are told all the time, so that a connection on which nothing is heard is known to be dead.
        line.send(request(book.nextRequest++, 'slotSubscribe', []));
        settle(book, wanted);
        parts.told('connected', book.numbers.size);
      },
      message: (text) => book !== undefined && hear(book, text, parts),
      lost: () => {
        book = undefined;
        parts.told('lost', 0);
      },
    },
    parts.clock,
  );
  return {
    want: (addresses) => {
      wanted = new Set(chosen(addresses, wanted));
      if (book !== undefined) {
        settle(book, wanted);
      }
    },
    stop,
  };
}

/** As many as a connection takes, those first that are listened to already: the order of addresses means nothing. */
function chosen(addresses: readonly string[], before: ReadonlySet<string>): readonly string[] {
  if (addresses.length <= mostSubscriptions) {
    return addresses;
  }
  const kept = addresses.filter((address) => before.has(address));
  const others = addresses.filter((address) => !before.has(address));
  return [...kept, ...others].slice(0, mostSubscriptions);
}

/** Takes in one message. Whether it was the answer to a request of ours. */
function hear(book: Book, text: string, { seen, told }: SubscriptionParts): boolean {
  const message = parsed(text);
  const news = accountNews.safeParse(message);
  if (news.success) {
    const { subscription, result } = news.data.params;
    const address = book.byNumber.get(subscription);
    if (address !== undefined) {
      seen({ slot: BigInt(result.context.slot), accounts: new Map([[address, result.value]]) });
    }
    return false;
  }
  const confirmed = confirmation.safeParse(message);
  if (confirmed.success) {
    confirm(book, confirmed.data, () => told('refused', book.numbers.size));
  }
  return confirmed.success;
}

/** Brings a connection from what it listens to, to what is wanted. */
function settle(book: Book, wanted: ReadonlySet<string>): void {
  for (const [address, number] of book.numbers) {
    // One that is not confirmed yet has no number to unsubscribe by; the next settling finds it.
    if (!wanted.has(address) && number !== undefined) {
      book.numbers.delete(address);
      book.byNumber.delete(number);
      book.line.send(request(book.nextRequest++, 'accountUnsubscribe', [number]));
    }
  }
  for (const address of wanted) {
    if (!book.numbers.has(address)) {
      const id = book.nextRequest++;
      book.numbers.set(address, undefined);
      book.asked.set(id, address);
      book.line.send(request(id, 'accountSubscribe', [address, { encoding: 'base64', commitment: 'confirmed' }]));
    }
  }
}

function confirm(book: Book, { id, result }: z.infer<typeof confirmation>, refused: () => void): void {
  const address = book.asked.get(id);
  if (address === undefined) {
    return;
  }
  book.asked.delete(id);
  if (result === undefined) {
    // It stays in the book without a number, so that it is not asked for again and again; the polling has it.
    refused();
    return;
  }
  book.numbers.set(address, result);
  book.byNumber.set(result, address);
}

function request(id: number, method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** What is not JSON says nothing; a node that sends nothing else falls silent, and is left. */
function parsed(text: string): unknown {
  try {
    return parseNodeJson(text);
  } catch {
    return undefined;
  }
}
