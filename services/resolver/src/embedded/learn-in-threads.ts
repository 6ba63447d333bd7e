import { Worker } from 'node:worker_threads';
import { learn, type Sample, type Weights } from './logistic-regression.ts';

/** What one thread learns: samples, and how many classes they have. */
export type LearningTask = { readonly samples: readonly Sample[]; readonly classes: number };

/** Learns the weights of a task. Every implementation returns the same bytes for the same task. */
export type Learn = (task: LearningTask) => Promise<Weights>;

/** Learns in the thread of the caller. */
export const learnHere: Learn = async ({ samples, classes }) => learn(samples, classes);

/**
 * Creates a function that learns each task in a thread of its own, and at most two at once. Training takes four tasks, so
 * two cores need half the time. A thread runs compiled code only. It rejects when the thread fails.
 */
export function learnInThreads(): Learn {
  const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  let next = 0;
  return async (task) => {
    const lane = next % lanes.length;
    next += 1;
    const learned = (lanes[lane] ?? Promise.resolve()).then(async () => learnInThread(task));
    lanes[lane] = learned.catch(() => undefined);
    return learned;
  };
}

async function learnInThread(task: LearningTask): Promise<Weights> {
  const worker = new Worker(new URL('./learning-entry.js', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.once('message', (values: Float32Array) => resolve({ classes: task.classes, values }));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a learning thread ended with ${code} and learned nothing`)));
  });
}
