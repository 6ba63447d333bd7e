import { resolve } from 'node:path';
import { endProcess, isRunning } from './process-table.ts';
import { endLeftovers, readRunRecord, removeRunFile } from './run-file.ts';
import { dataDirOf } from './settings.ts';
import { removeStackFile } from './stack-file.ts';

const stopTimeoutMs = 20_000;

async function main(): Promise<void> {
  const dataDir = resolve(dataDirOf(process.env));
  const runRecord = readRunRecord(dataDir);
  if (runRecord === undefined) {
    process.stdout.write('Nothing is running.\n');
    return;
  }
  if (isRunning(runRecord.supervisor)) {
    process.stdout.write(`Stopping the stack of pid ${runRecord.supervisor.pid}.\n`);
    await endProcess(runRecord.supervisor, { signal: 'SIGTERM', graceMs: stopTimeoutMs });
  }
  // A supervisor that ends normally has stopped its processes. When the supervisor was killed, its processes still run.
  const leftovers = (readRunRecord(dataDir) ?? runRecord).processes.filter(isRunning);
  await endLeftovers(leftovers);
  removeStackFile(dataDir);
  removeRunFile(dataDir);
  process.stdout.write('Every process has stopped.\n');
}

await main();
