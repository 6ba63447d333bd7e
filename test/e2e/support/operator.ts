import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { System } from './system.ts';

const program = fileURLToPath(new URL('../../../packages/operator/dist/main.js', import.meta.url));

/** Runs an operator command against a system and returns its output. Rejects when the command fails. */
export async function assay(system: System, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      ASSAY_BILLING_ADDRESS: system.billingAddress,
      ASSAY_ENGINE_ADDRESS: system.engineAddress,
      ASSAY_WATCH_ADDRESS: system.watchAddress,
      ASSAY_ADMIN_TOKEN: system.adminToken,
    },
  });
  return stdout;
}
