import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSendBuffer } from '@assay/concurrency/send-buffer';
import { createBackoff } from '@assay/concurrency/backoff';
import { systemClock, withTimeout, type Clock } from '@assay/runtime/clock';
import { guarded } from '@assay/runtime/guarded';
import type { ProviderObservation } from '@assay/independence/observation';
import type { ProviderPrint } from '@assay/independence/print';
import type { AdmittedKey } from '@assay/independence/learner';
import type { MeasuringOptions, StoredKeyState } from '@assay/independence/key-state';
import type { KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';

/** A message from this process's main thread to the learning thread. */
export type ToThread =
  | { readonly kind: 'observe'; readonly observations: readonly ProviderObservation[] }
  | { readonly kind: 'prints'; readonly prints: readonly ProviderPrint[] }
  | { readonly kind: 'admit'; readonly keys: readonly AdmittedKey[] }
  | { readonly kind: 'release'; readonly keys: readonly string[] }
  | { readonly kind: 'report' }
  | { readonly kind: 'dump' };

/** A message from the learning thread to the main thread. */
export type FromThread =
  | { readonly kind: 'observed'; readonly count: number }
  | { readonly kind: 'prints_observed'; readonly count: number }
  | { readonly kind: 'admitted'; readonly unreadable: readonly string[] }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly KeyVerdicts[] }
  | { readonly kind: 'states'; readonly stored: readonly StoredKeyState[] }
  | { readonly kind: 'unexpected'; readonly source: string; readonly error: unknown };

/** A learner in a worker thread, so that computing verdicts never delays an answer. */
export type LearningThread = {
  /** Passes an observation to the thread. When too many observations wait, drops this one and returns false. */
  readonly observe: (observation: ProviderObservation) => boolean;
  /** Passes a trade to the thread. When too many trades wait, drops this one and returns false. */
  readonly observePrint: (print: ProviderPrint) => boolean;
  /** Admits keys with their stored states. The thread ignores observations of keys that were not admitted. */
  readonly admit: (keys: readonly AdmittedKey[]) => void;
  readonly release: (keys: readonly string[]) => void;
  /** Requests the verdicts that changed. The thread sends them to `onVerdicts`. */
  readonly report: () => void;
  /** Returns the states that changed since the last call. Rejects when the thread does not answer in time. */
  readonly dump: () => Promise<readonly StoredKeyState[]>;
  readonly close: () => Promise<void>;
};

/** The events of a learning thread. */
export type LearningEvents = {
  readonly onVerdicts: (verdicts: readonly KeyVerdicts[]) => void;
  /** Receives the keys with a stored state that the thread could not read. */
  readonly onUnreadable: (keys: readonly string[]) => void;
  /**
   * Called with the cause after the thread failed and restarted. The new thread has no key until `admit` is called
   * again.
   */
  readonly onRestart: (cause: unknown) => void;
  /**
   * Receives an unexpected error in the thread's handling of an item or of a message. `source` names where the item
   * came from.
   */
  readonly onUnexpected: (source: string, error: unknown) => void;
};

/**
 * Maximum number of observations that wait for the thread. Further observations are dropped. The verdicts then rest on
 * less evidence, but no caller's answer is affected.
 */
const maxUntaken = 4_096;
/**
 * Maximum number of trades that wait for the thread. They have a separate queue, so that a busy market never displaces
 * observations.
 */
const maxUntakenPrints = 8_192;
const sendLimits = { maxItems: 256, maxWaitMs: 20 };
/**
 * Messages with trades wake the thread less often. Trades come all the time, and a verdict rests on minutes of them.
 */
const sendPrintLimits = { maxItems: 256, maxWaitMs: 250 };
const dumpTimeoutMs = 5_000;
const restartLimits = { firstMs: 250, maxMs: 30_000, healthyAfterMs: 60_000 };

const entry = new URL(`./thread-entry${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

type MessageHandlers = Pick<LearningEvents, 'onVerdicts' | 'onUnreadable' | 'onUnexpected'> & {
  readonly onObserved: (count: number) => void;
  readonly onPrintsObserved: (count: number) => void;
  readonly onStates: (stored: readonly StoredKeyState[]) => void;
};

function handleMessage(message: FromThread, handlers: MessageHandlers): void {
  switch (message.kind) {
    case 'observed':
      handlers.onObserved(message.count);
      break;
    case 'prints_observed':
      handlers.onPrintsObserved(message.count);
      break;
    case 'verdicts':
      if (message.verdicts.length > 0) {
        handlers.onVerdicts(message.verdicts);
      }
      break;
    case 'admitted':
      if (message.unreadable.length > 0) {
        handlers.onUnreadable(message.unreadable);
      }
      break;
    case 'states':
      handlers.onStates(message.stored);
      break;
    case 'unexpected':
      handlers.onUnexpected(message.source, message.error);
      break;
  }
}

/** The dependencies of a learning thread. */
export type ThreadPorts = {
  /**
   * The module that the thread runs. If the program runs from TypeScript sources, this must be a module that can load
   * the entry.
   */
  readonly module?: URL;
  readonly clock?: Pick<Clock, 'after' | 'monotonic'>;
  readonly random?: () => number;
};

/** The items that wait for the thread. */
type ThreadQueue<Item> = {
  /** Adds an item. When too many items wait, drops this one and returns false. */
  readonly add: (item: Item) => boolean;
  readonly flush: () => void;
  /** Reduces the number of waiting items by the number that the thread accepted. */
  readonly onTaken: (count: number) => void;
  /** Sets the number of waiting items to zero, because the thread restarted and lost them. */
  readonly reset: () => void;
};

function createThreadQueue<Item>(
  maxItems: number,
  limits: typeof sendLimits,
  clock: Pick<Clock, 'after'>,
  onItems: (items: readonly Item[]) => void,
): ThreadQueue<Item> {
  let count = 0;
  // The queue sends items in groups, because each message wakes the thread, and waking costs more than processing an
  // item.
  const waiting = createSendBuffer<Item>({ ...limits, after: clock.after, onItems });
  return {
    add: (item) => {
      if (count >= maxItems) {
        return false;
      }
      count += 1;
      waiting.add(item);
      return true;
    },
    flush: waiting.flush,
    onTaken: (taken) => (count -= taken),
    reset: () => (count = 0),
  };
}

/**
 * Starts the thread. When the thread fails, restarts it after a pause that grows with each failure. During the pause,
 * `observe` drops every observation.
 */
export function startLearningThread(
  options: MeasuringOptions,
  events: LearningEvents,
  { module = entry, clock = systemClock, random = Math.random }: ThreadPorts = {},
): LearningThread {
  let closed = false;
  let dumps: ((stored: readonly StoredKeyState[]) => void)[] = [];
  let worker: Worker | undefined;
  let cancelRestart: () => void = () => undefined;
  const backoff = createBackoff(restartLimits, clock.monotonic, random);
  const handlers: MessageHandlers = {
    ...events,
    onObserved: (count) => observations.onTaken(count),
    onPrintsObserved: (count) => prints.onTaken(count),
    // The thread answers requests in the order in which it gets them, so this answer belongs to the oldest request.
    onStates: (stored) => dumps.shift()?.(stored),
  };
  const observations = createThreadQueue<ProviderObservation>(maxUntaken, sendLimits, clock, (items) =>
    worker?.postMessage({ kind: 'observe', observations: items } satisfies ToThread),
  );
  const prints = createThreadQueue<ProviderPrint>(maxUntakenPrints, sendPrintLimits, clock, (items) =>
    worker?.postMessage({ kind: 'prints', prints: items } satisfies ToThread),
  );
  const isOpen = (): boolean => worker !== undefined && !closed;
  const post = (message: ToThread): void => {
    observations.flush();
    prints.flush();
    worker?.postMessage(message);
  };
  const start = (): void => {
    observations.reset();
    prints.reset();
    dumps = [];
    worker = new Worker(module, { workerData: options });
    const handle = guarded(handleMessage, (error) => events.onUnexpected('learning thread', error));
    worker.on('message', (message: FromThread) => handle(message, handlers));
    worker.on('error', (cause) => {
      worker = undefined;
      if (!closed) {
        cancelRestart = clock.after(backoff.nextMs(), () => {
          start();
          events.onRestart(cause);
        });
      }
    });
    worker.unref();
  };
  start();
  return {
    observe: (observation) => isOpen() && observations.add(observation),
    observePrint: (print) => isOpen() && prints.add(print),
    admit: (keys) => post({ kind: 'admit', keys }),
    release: (keys) => post({ kind: 'release', keys }),
    report: () => post({ kind: 'report' }),
    dump: () => {
      const stored = new Promise<readonly StoredKeyState[]>((resolve) => dumps.push(resolve));
      post({ kind: 'dump' });
      return withTimeout(dumpTimeoutMs, stored, () => new Error('the learning thread did not answer in time'));
    },
    close: async () => {
      closed = true;
      cancelRestart();
      await worker?.terminate();
    },
  };
}
