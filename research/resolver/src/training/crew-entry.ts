import { loadCatalog } from '@assay/catalog/catalog';
import { parentPort } from 'node:worker_threads';
import type { ThreadWork } from './crew-in-threads.ts';
import { crewMember } from './training-crew.ts';

// The port stores messages that arrive before the listener exists.
const member = crewMember(await loadCatalog());
parentPort?.on('message', (work: ThreadWork) => parentPort?.postMessage(resultOf(work)));

function resultOf(work: ThreadWork): unknown {
  switch (work.name) {
    case 'read':
      return member.read(...work.given);
    case 'learn':
      return member.learn(...work.given);
    case 'answer':
      return member.answer(...work.given);
  }
}
