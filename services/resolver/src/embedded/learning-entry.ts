import { parentPort, workerData } from 'node:worker_threads';
import { learn } from './logistic-regression.ts';
import type { LearningTask } from './learn-in-threads.ts';

const { samples, classes } = workerData as LearningTask;
const { values } = learn(samples, classes);
parentPort?.postMessage(values);
