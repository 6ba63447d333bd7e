import type { ProviderPrint } from '@assay/independence/print';
import type { StreamedPrint } from '@assay/streams/print';
import { LRUCache } from 'lru-cache';
import type { PrintListener, PrintOfStream } from '../streams/print-listener.ts';
import { createPrintRecord, type PrintRecord } from '../streams/print-record.ts';
import type { MeasuredBook } from './print-topics.ts';

/** Turns trades from streams into evidence about the measured keys. Only the leader learns from this evidence. */
export type PrintIntake = PrintListener & {
  /** Starts new records of all trades, because the learner lost its state. */
  readonly forget: () => void;
};

/** The dependencies of a print intake. */
export type PrintIntakePorts = {
  readonly isLeader: () => boolean;
  readonly booksOf: (stream: string, topic: string) => readonly MeasuredBook[];
  /**
   * Returns whether the learner has a state for a key. Trades of other keys are ignored. Otherwise callers could make
   * the memory grow by asking about many keys.
   */
  readonly isAdmitted: (key: string) => boolean;
  /** Passes a trade to the learning thread. Returns false when the thread's queue is full. */
  readonly learn: (print: ProviderPrint) => boolean;
  /** Counts trades by what happened to them: learned, repeated or dropped. */
  readonly onCount: (result: 'learned' | 'repeated' | 'dropped', count: number) => void;
};

/**
 * Maximum number of books in memory. A book is the trades of one measured key at one provider. The measurement has
 * fewer books: 36 keys at a dozen venues.
 */
const maxBooks = 512;
/**
 * Number of recent trade ids to store for each book, to recognise repeated trades. When the lease of a stream moves to
 * another replica, both replicas are connected for some seconds. A new connection can also repeat the last fifty
 * trades.
 */
const maxRepeatable = 256;
/**
 * Maximum number of other replicas whose messages are tracked. Fewer replicas hold stream connections at the same time.
 */
const maxSenders = 16;

/** One path on which trades arrive: this replica's own connections, or the messages of one other replica. */
type Way = { readonly record: PrintRecord; nextSequence: number };

function createWay(nextSequence = 0): Way {
  return { record: createPrintRecord(maxBooks), nextSequence };
}

/** The ids of the last trades of each book, which is the trades of one measured key at one provider. */
type RecentIds = LRUCache<string, Set<string>>;

/** Returns whether a trade of a book arrived before on any path. Stores the trade's id for later calls. */
function isRepeated(recentIds: RecentIds, book: string, id: string): boolean {
  if (id === '') {
    return false;
  }
  const known = recentIds.get(book);
  const ids = known ?? new Set();
  if (known === undefined) {
    recentIds.set(book, ids);
  }
  if (ids.has(id)) {
    return true;
  }
  ids.add(id);
  if (ids.size > maxRepeatable) {
    // A set iterates in the order of insertion, so the first id is the oldest.
    const [oldest = ''] = ids;
    ids.delete(oldest);
  }
  return false;
}

function evidenceOf(print: StreamedPrint, { provider, key }: MeasuredBook, completeSinceMs: number): ProviderPrint {
  const { receivedAtMs: t, atMs: at, price, size, id } = print;
  return { t, provider, key, price, size, at, id: id === '' ? null : id, completeSinceMs };
}

/** Creates the print intake of one replica. */
export function createPrintIntake(ports: PrintIntakePorts): PrintIntake {
  let own = createWay();
  let senders = new LRUCache<string, Way>({ max: maxSenders });
  let recentIds: RecentIds = new LRUCache<string, Set<string>>({ max: maxBooks });
  let isEmpty = true;
  const forget = (): void => {
    if (isEmpty) {
      return;
    }
    isEmpty = true;
    own = createWay();
    senders = new LRUCache<string, Way>({ max: maxSenders });
    recentIds = new LRUCache<string, Set<string>>({ max: maxBooks });
  };
  const take = ({ record }: Way, { stream, print }: PrintOfStream): void => {
    isEmpty = false;
    for (const { provider, key } of ports.booksOf(stream, print.topic)) {
      const book = `${provider} ${key}`;
      if (!ports.isAdmitted(key)) {
        record.lose(book);
        continue;
      }
      const completeSinceMs = record.completeSinceMs(book, print);
      if (isRepeated(recentIds, book, print.id)) {
        ports.onCount('repeated', 1);
        continue;
      }
      const isLearned = ports.learn(evidenceOf(print, { provider, key }, completeSinceMs));
      if (!isLearned) {
        record.lose(book);
      }
      ports.onCount(isLearned ? 'learned' : 'dropped', 1);
    }
  };
  /**
   * Returns the path on which the trades of another replica arrive. If one of its messages was lost, the path starts a
   * new record.
   */
  const wayOf = (sender: string, sequence: number): Way => {
    const known = senders.get(sender);
    if (known?.nextSequence === sequence) {
      return known;
    }
    const way = createWay(sequence);
    senders.set(sender, way);
    return way;
  };
  /**
   * Returns whether this replica is the leader. A follower does not learn from trades, so its records have gaps. So the
   * records restart when the replica becomes the leader.
   */
  const isLeader = (): boolean => {
    const learns = ports.isLeader();
    if (!learns) {
      forget();
    }
    return learns;
  };
  return {
    forget,
    onOwnPrint: (print) => {
      const learns = isLeader();
      if (learns) {
        take(own, print);
      }
      return learns;
    },
    onSharedPrints: ({ sender, sequence, prints }) => {
      if (isLeader()) {
        const way = wayOf(sender, sequence);
        way.nextSequence = sequence + 1;
        prints.forEach((print) => take(way, print));
      }
    },
  };
}
