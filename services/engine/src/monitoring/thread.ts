import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSendBuffer } from '@assay/concurrency/send-buffer';
import { createBackoff } from '@assay/concurrency/backoff';
import { systemClock, withTimeout, type Clock } from '@assay/service/clock';
import type { ProviderObservation } from '@assay/independence/observation';
import type { AdmittedKey, StoredKeyState } from '@assay/independence/learner';
import type { KeyVerdicts } from '@assay/independence/verdict-snapshot';

/** A message to the thread. */
export type ToThread =
  | { readonly kind: 'observe'; readonly observations: readonly ProviderObservation[] }
  | { readonly kind: 'admit'; readonly keys: readonly AdmittedKey[] }
  | { readonly kind: 'release'; readonly keys: readonly string[] }
  | { readonly kind: 'report' }
  | { readonly kind: 'dump' };

/** The settings that the thread starts with. */
export type ThreadOptions = { readonly minRowMs: number };

/** A message from the thread. */
export type FromThread =
  | { readonly kind: 'observed'; readonly count: number }
  | { readonly kind: 'admitted'; readonly unreadable: readonly string[] }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly KeyVerdicts[] }
  | { readonly kind: 'states'; readonly stored: readonly StoredKeyState[] };

/** A learner in a worker thread, so that the judgement of pairs never delays an answer. */
export type LearningThread = {
  /** Hands an observation over. Returns false, and drops it, when too many wait. */
  readonly observe: (observation: ProviderObservation) => boolean;
  /** Admits keys with their stored states. Observations of other keys are ignored. */
  readonly admit: (keys: readonly AdmittedKey[]) => void;
  readonly release: (keys: readonly string[]) => void;
  /** Asks for the verdicts that changed. They arrive through `onVerdicts`. */
  readonly report: () => void;
  /** Returns the states that changed since the last call. Rejects when the thread does not answer in time. */
  readonly dump: () => Promise<readonly StoredKeyState[]>;
  readonly close: () => Promise<void>;
};

/** The events of a learning thread. */
export type LearningEvents = {
  readonly onVerdicts: (verdicts: readonly KeyVerdicts[]) => void;
  /** Takes the keys whose stored state the thread could not read. */
  readonly onUnreadable: (keys: readonly string[]) => void;
  /** Takes the cause after the thread failed and started again without any key. */
  readonly onRestart: (cause: unknown) => void;
};

/** Maximum number of observations that the thread has not taken yet. Further ones are dropped: they are only evidence. */
const maxUntaken = 4_096;
const sendLimits = { maxItems: 256, maxWaitMs: 20 };
const dumpTimeoutMs = 5_000;
const restartLimits = { firstMs: 250, maxMs: 30_000, healthyAfterMs: 60_000 };

const entry = new URL(`./thread-entry${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

type MessageHandlers = Pick<LearningEvents, 'onVerdicts' | 'onUnreadable'> & {
  readonly onObserved: (count: number) => void;
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
    case 'admitted':
      if (message.unreadable.length > 0) {
        handlers.onUnreadable(message.unreadable);
      }
      break;
    case 'states':
      handlers.onStates(message.stored);
      break;
  }
}

/** What a learning thread runs on. */
export type ThreadPorts = {
  /** What the thread runs. A program that runs from TypeScript passes one that loads the entry. */
  readonly module?: URL;
  readonly clock?: Pick<Clock, 'after' | 'monotonic'>;
  readonly random?: () => number;
};

/** Starts the thread, and after a growing pause starts it again when it fails. Meanwhile it takes no observation. */
export function startLearningThread(
  options: ThreadOptions,
  events: LearningEvents,
  { module = entry, clock = systemClock, random = Math.random }: ThreadPorts = {},
): LearningThread {
  let untaken = 0;
  let closed = false;
  let dumps: ((stored: readonly StoredKeyState[]) => void)[] = [];
  let worker: Worker | undefined;
  let cancelRestart: () => void = () => undefined;
  const backoff = createBackoff(restartLimits, clock.monotonic, random);
  const handlers: MessageHandlers = {
    ...events,
    onObserved: (count) => (untaken -= count),
    // The thread answers in the order of the requests.
    onStates: (stored) => dumps.shift()?.(stored),
  };
  // Each message wakes the thread, which costs more than what an observation itself costs.
  const waiting = createSendBuffer<ProviderObservation>({
    ...sendLimits,
    after: clock.after,
    onItems: (observations) => worker?.postMessage({ kind: 'observe', observations } satisfies ToThread),
  });
  const post = (message: ToThread): void => {
    waiting.flush();
    worker?.postMessage(message);
  };
  const start = (): void => {
    untaken = 0;
    dumps = [];
    worker = new Worker(module, { workerData: options });
    worker.on('message', (message: FromThread) => handleMessage(message, handlers));
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
    observe: (observation) => {
      if (untaken >= maxUntaken || worker === undefined || closed) {
        return false;
      }
      untaken += 1;
      waiting.add(observation);
      return true;
    },
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
