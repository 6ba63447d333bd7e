import { parentPort, workerData } from 'node:worker_threads';
import { createLearner } from './learner.ts';
import type { FromThread, ThreadOptions, ToThread } from './thread.ts';

/** Sampled keys and those that callers ask most; at some 100 KB each they stay far below what a process has. */
const mostKeys = 64;

const port = parentPort;
if (port === null) {
  throw new Error('this file is the body of a worker thread');
}
const { minRowMs: rowLeastMs } = workerData as ThreadOptions;
const learner = createLearner(mostKeys, rowLeastMs);
const send = (message: FromThread): void => port.postMessage(message);

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'observe':
      learner.observe(message.observations);
      send({ kind: 'observed', count: message.observations.length });
      break;
    case 'load':
      send({ kind: 'loaded', unreadable: learner.load(message.stored) });
      break;
    case 'report':
      send({ kind: 'verdicts', verdicts: learner.freshVerdicts() });
      break;
    case 'dump':
      send({ kind: 'states', stored: learner.changedStates() });
      break;
  }
});
