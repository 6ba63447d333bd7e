import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProviderObservation } from '@assay/independence/observation';
import type { StoredKeyState } from './learner.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** What the thread is told. */
export type ToThread =
  | { readonly kind: 'observe'; readonly observations: readonly ProviderObservation[] }
  | { readonly kind: 'load'; readonly stored: readonly StoredKeyState[] }
  | { readonly kind: 'report' }
  | { readonly kind: 'dump' };

/** What the thread is started with. */
export type ThreadOptions = { readonly minRowMs: number };

/** What the thread tells. */
export type FromThread =
  | { readonly kind: 'observed'; readonly count: number }
  | { readonly kind: 'loaded'; readonly unreadable: readonly string[] }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly KeyVerdicts[] }
  | { readonly kind: 'states'; readonly stored: readonly StoredKeyState[] };

/** A learner in a thread of its own, so that judging pairs never holds up an answer. */
export type LearningThread = {
  /** Hands an observation over; false when too many wait already, and then it is dropped. */
  readonly observe: (observation: ProviderObservation) => boolean;
  readonly load: (stored: readonly StoredKeyState[]) => void;
  /** Asks for the pictures of keys that were judged anew; they arrive through `pictures`. */
  readonly report: () => void;
  /** The states that changed since the last call; rejects when the thread does not answer in time. */
  readonly dump: () => Promise<readonly StoredKeyState[]>;
  readonly close: () => Promise<void>;
};

/** Beyond so many observations that the thread has not taken yet, new ones are dropped: they are only evidence. */
const mostWaiting = 4_096;
const dumpTimeoutMs = 5_000;

const entry = new URL(`./thread-entry${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

type MessageHandlers = {
  readonly onObserved: (count: number) => void;
  readonly onVerdicts: (verdicts: readonly KeyVerdicts[]) => void;
  readonly onUnreadable: (keys: readonly string[]) => void;
  readonly onStates: (stored: readonly StoredKeyState[]) => void;
};

function handleMessage(message: FromThread, handlers: MessageHandlers): void {
  switch (message.kind) {
    case 'observed':
      handlers.onObserved(message.count);
      break;
    case 'verdicts':
      if (message.verdicts.length > 0) {
        handlers.onVerdicts(message.verdicts);
      }
      break;
    case 'loaded':
      if (message.unreadable.length > 0) {
        handlers.onUnreadable(message.unreadable);
      }
      break;
    case 'states':
      handlers.onStates(message.stored);
      break;
  }
}

/**
 * Starts the thread. One that dies is started again, knowing nothing until it is loaded again.
 * @param events.onExit told of the cause, so that the caller can load it again.
 */
export function startLearningThread(
  options: ThreadOptions,
  events: {
    readonly onVerdicts: (verdicts: readonly KeyVerdicts[]) => void;
    readonly onUnreadable: (keys: readonly string[]) => void;
    readonly onExit: (cause: unknown) => void;
  },
): LearningThread {
  let batch: ProviderObservation[] = [];
  let waiting = 0;
  let closed = false;
  let dumped: ((stored: readonly StoredKeyState[]) => void)[] = [];
  const handlers: MessageHandlers = {
    onObserved: (count) => (waiting -= count),
    onStates: (stored) => {
      dumped.forEach((resolve) => resolve(stored));
      dumped = [];
    },
    ...events,
  };
  const start = (): Worker => {
    const started = new Worker(entry, { workerData: options });
    waiting = 0;
    started.on('message', (message: FromThread) => handleMessage(message, handlers));
    started.on('error', (cause) => {
      if (!closed) {
        worker = start();
        events.onExit(cause);
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
