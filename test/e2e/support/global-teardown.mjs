import { rmSync } from 'node:fs';

/** Stops the system that global-setup started and removes its data. */
export default async function teardown() {
  const stack = globalThis.assayStack;
  await stack.stop();
  await globalThis.assayCollector.close();
  await globalThis.assayOpenIdProvider.close();
  rmSync(stack.dataDir, { recursive: true, force: true });
}
