import { Worker } from 'node:worker_threads';
import { joinSamples } from './samples.ts';
import type { CrewMember, TrainingCrew } from './training-crew.ts';

/** A request to a thread of the crew: the name of the function to run, and its arguments. */
export type ThreadWork = {
  readonly [name in keyof CrewMember]: { readonly name: name; readonly given: Parameters<CrewMember[name]> };
}[keyof CrewMember];

/** A training crew whose members are worker threads. `end` stops the threads. */
export type ThreadCrew = TrainingCrew & { readonly end: () => Promise<void> };

/** Two threads, because the build machine has two cores. */
const threadCount = 2;
/**
 * Number of parts into which the questions are split for reading. It is larger than the number of threads, because some
 * files have longer questions and smaller parts balance the load.
 */
const readingParts = 8;

/**
 * Returns a crew of two threads. Each thread reads every second part of the questions, and later answers the questions
 * that it read. Threads can run only compiled code. When a thread fails, the promise of its work rejects.
 */
export function crewInThreads(): ThreadCrew {
  const threads = Array.from({ length: threadCount }, startThread);
  const thread = (at: number): Thread => {
    const found = threads[at % threadCount];
    if (found === undefined) {
      throw new Error(`there is no training thread ${at}`);
    }
    return found;
  };
  return {
    read: async (questions, labels) => {
      const size = Math.ceil(questions.length / readingParts);
      const parts = Array.from({ length: readingParts }, (_, at) => questions.slice(at * size, (at + 1) * size));
      const read = parts.map(async (part, at) => thread(at).ask('read', [part, labels]));
      return joinSamples(await Promise.all(read));
    },
    learn: async (task) => {
      const [first, ...others] = threads;
      const free = others.reduce((best, other) => (other.waiting() < (best?.waiting() ?? 0) ? other : best), first);
      return (free ?? thread(0)).ask('learn', [task]);
    },
    answer: async (numbers, model) => {
      const answers = await Promise.all(threads.map(async ({ ask }) => ask('answer', [numbers, model])));
      return answers.flat().toSorted((a, b) => a.question - b.question);
    },
    end: async () => {
      await Promise.all(threads.map(async ({ end }) => end()));
    },
  };
}

type Thread = {
  readonly ask: <Name extends keyof CrewMember>(
    name: Name,
    given: Parameters<CrewMember[Name]>,
  ) => Promise<ReturnType<CrewMember[Name]>>;
  /** Returns the number of requests that the thread has not finished. */
  readonly waiting: () => number;
  readonly end: () => Promise<unknown>;
};

/** Starts a thread of the crew. It handles requests in the order in which they arrive. */
function startThread(): Thread {
  const worker = new Worker(new URL('./crew-entry.js', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  });
  const waiting: { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }[] = [];
  const fail = (error: Error): void => {
    for (const { reject } of waiting.splice(0)) {
      reject(error);
    }
  };
  worker.on('message', (result) => waiting.shift()?.resolve(result as never));
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`a training thread ended with ${code} before its work was done`)));
  return {
    ask: async (name, given) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage({ name, given });
      }),
    waiting: () => waiting.length,
    end: async () => worker.terminate(),
  };
}
