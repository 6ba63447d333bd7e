import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the source of a program that uses the decision store of one version. It writes decisions until its input
 * ends, reads each one back, and prints how many decisions it wrote and how many it did not find. With `randomIds` it
 * uses trace ids in the form that versions without partitions generate.
 * @param root the folder with the version. An earlier version may contain its modules for logging and PostgreSQL in
 * `packages/service`.
 */
export function decisionWorkerSource(root: string): string {
  const isOnePackage = existsSync(join(root, 'packages/service/package.json'));
  const [telemetry, storage] = isOnePackage ? ['service', 'service'] : ['telemetry', 'storage'];
  return `
import { randomBytes } from 'node:crypto';
import { createLogger } from '@assay/${telemetry}/log';
import { openPostgres } from '@assay/${storage}/postgres';
import { subjects } from '@assay/rpc/subjects';
import { findDecisions, insertDecisions } from './store.ts';

const postgres = openPostgres({ ASSAY_PG_URL: process.env.ASSAY_PG_URL, ASSAY_PG_POOL_SIZE: 2 }, 'engine', {
  log: createLogger('engine', 'silent'), check: () => undefined, defer: () => undefined,
});
const randomIds = process.env.RANDOM_IDS === 'true';
let over = false;
process.stdin.on('end', () => { over = true; }).resume();
let written = 0;
let missing = 0;
const failures = new Set();
while (!over) {
  const time = randomIds ? '' : Date.now().toString(16).padStart(12, '0');
  const traceId = time + randomBytes(16).toString('hex').slice(time.length);
  const message = { trace_id: traceId, decided_at_ms: Date.now(), account_id: 'acc_1', type: 'spot.price', outcome: 'delivered' };
  const { decisions } = subjects.decisionRecorded.decode(subjects.decisionRecorded.encode({ decisions: [message] }));
  // The recorder retries a batch that failed. So a statement may fail here while a migration locks the table.
  for (let stored = false; !stored;) {
    try {
      await insertDecisions(postgres, decisions, []);
      stored = true;
    } catch (error) {
      failures.add(error.code ?? error.message);
    }
  }
  written += 1;
  missing += (await findDecisions(postgres, traceId, [])).length === 1 ? 0 : 1;
}
console.log(JSON.stringify({ written, missing, failures: [...failures] }));
process.exit(0);
`;
}
