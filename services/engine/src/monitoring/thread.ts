import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProviderObservation } from '@assay/independence/observation';
import type { StoredKey } from './learner.ts';
import type { KeyPicture } from './picture.ts';

/** What the thread is told. */
export type ToThread =
  | { readonly kind: 'observe'; readonly observations: readonly ProviderObservation[] }
  | { readonly kind: 'load'; readonly stored: readonly StoredKey[] }
  | { readonly kind: 'report' }
  | { readonly kind: 'dump' };

/** What the thread is started with. */
export type ThreadOptions = { readonly rowLeastMs: number };

/** What the thread tells. */
export type FromThread =
  | { readonly kind: 'observed'; readonly count: number }
  | { readonly kind: 'loaded'; readonly unreadable: readonly string[] }
  | { readonly kind: 'pictures'; readonly pictures: readonly KeyPicture[] }
  | { readonly kind: 'states'; readonly stored: readonly StoredKey[] };

/** A learner in a thread of its own, so that judging pairs never holds up an answer. */
export type LearningThread = {
  /** Hands an observation over; false when too many wait already, and then it is dropped. */
  readonly observe: (observation: ProviderObservation) => boolean;
  readonly load: (stored: readonly StoredKey[]) => void;
  /** Asks for the pictures of keys that were judged anew; they arrive through `pictures`. */
  readonly report: () => void;
  /** The states that changed since the last call; rejects when the thread does not answer in time. */
  readonly dump: () => Promise<readonly StoredKey[]>;
  readonly close: () => Promise<void>;
};

/** Beyond so many observations that the thread has not taken yet, new ones are dropped: they are only evidence. */
const mostWaiting = 4_096;
const dumpTimeoutMs = 5_000;

const entry = new URL(`./thread-entry${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

type Hearing = {
  readonly observed: (count: number) => void;
  readonly pictures: (pictures: readonly KeyPicture[]) => void;
  readonly unreadable: (keys: readonly string[]) => void;
  readonly states: (stored: readonly StoredKey[]) => void;
};

function hear(message: FromThread, hearing: Hearing): void {
  switch (message.kind) {
    case 'observed':
      hearing.observed(message.count);
      break;
    case 'pictures':
      if (message.pictures.length > 0) {
        hearing.pictures(message.pictures);
      }
      break;
    case 'loaded':
      if (message.unreadable.length > 0) {
        hearing.unreadable(message.unreadable);
      }
      break;
    case 'states':
      hearing.states(message.stored);
      break;
  }
}

/**
 * Starts the thread. One that dies is started again, knowing nothing until it is loaded again.
 * @param events.died told of the cause, so that the caller can load it again.
 */
export function startLearningThread(
  options: ThreadOptions,
  events: {
    readonly pictures: (pictures: readonly KeyPicture[]) => void;
    readonly unreadable: (keys: readonly string[]) => void;
    readonly died: (cause: unknown) => void;
  },
): LearningThread {
  let batch: ProviderObservation[] = [];
  let waiting = 0;
  let closed = false;
  let dumped: ((stored: readonly StoredKey[]) => void)[] = [];
  const hearing: Hearing = {
    observed: (count) => (waiting -= count),
    states: (stored) => {
      dumped.forEach((resolve) => resolve(stored));
      dumped = [];
    },
    ...events,
  };
  const start = (): Worker => {
    const started = new Worker(entry, { workerData: options });
    waiting = 0;
    started.on('message', (message: FromThread) => hear(message, hearing));
    started.on('error', (cause) => {
      if (!closed) {
        worker = start();
        events.died(cause);
      }
    });
    started.unref();
    return started;
  };
  let worker = start();
  const post = (message: ToThread): void => worker.postMessage(message);
  const flush = (): void => {
    const observations = batch;
    batch = [];
    post({ kind: 'observe', observations });
  };
  return {
    observe: (observation) => {
      if (waiting >= mostWaiting || closed) {
        return false;
      }
      waiting += 1;
      if (batch.push(observation) === 1) {
        setImmediate(flush);
      }
      return true;
    },
    load: (stored) => post({ kind: 'load', stored }),
    report: () => post({ kind: 'report' }),
    dump: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the learning thread does not answer')), dumpTimeoutMs);
        dumped.push((stored) => {
          clearTimeout(timer);
          resolve(stored);
        });
        post({ kind: 'dump' });
      }),
    close: async () => {
      closed = true;
      await worker.terminate();
    },
  };
}
