import { parentPort, workerData } from 'node:worker_threads';
import type { MeasuringOptions } from '@assay/independence/key-state';
import { createLearner } from '@assay/independence/learner';
import type { FromThread, ToThread } from './thread.ts';

const port = parentPort;
if (port === null) {
  throw new Error('thread-entry runs only as a worker thread');
}
const options = workerData as MeasuringOptions;
const send = (message: FromThread): void => port.postMessage(message);
const learner = createLearner(options, (source, error) => send({ kind: 'unexpected', source, error }));

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'observe':
      learner.observe(message.observations);
      send({ kind: 'observed', count: message.observations.length });
      break;
    case 'prints':
      learner.observePrints(message.prints);
      send({ kind: 'prints_observed', count: message.prints.length });
      break;
    case 'admit':
      send({ kind: 'admitted', unreadable: learner.admit(message.keys) });
      break;
    case 'release':
      learner.release(message.keys);
      break;
    case 'report':
      send({ kind: 'verdicts', verdicts: learner.freshVerdicts() });
      break;
    case 'dump':
      send({ kind: 'states', stored: learner.changedStates() });
      break;
  }
});
