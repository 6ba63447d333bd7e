import { parentPort, workerData } from 'node:worker_threads';
import { createLearner } from '@assay/independence/learner';
import type { FromThread, ThreadOptions, ToThread } from './thread.ts';

/** Enough for the sampled keys and those that callers ask most. Each takes about 100 KB. */
const maxKeys = 64;

const port = parentPort;
if (port === null) {
  throw new Error('thread-entry runs only as a worker thread');
}
const { minRowMs } = workerData as ThreadOptions;
const learner = createLearner(maxKeys, minRowMs);
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
