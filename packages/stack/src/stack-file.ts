import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';
import type { Sources } from './plan.ts';

/** What `stack.json` tells whoever wants to use a running stack. */
export type StackFile = {
  readonly mode: Sources;
  readonly gatewayUrl: string;
  readonly gatewayUrls: readonly string[];
  readonly apiKey: string;
  readonly adminToken: string;
  /** Null in live mode, which has no sandbox. */
  readonly sandboxUrl: string | null;
  readonly billingAddress: string;
  readonly engineAddress: string;
  readonly resolverAddress: string;
  readonly watchAddress: string;
  /** Base URL of each service process's operations port, by process name. */
  readonly opsUrls: Readonly<Record<string, string>>;
  readonly pids: Readonly<Record<string, number>>;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly dataDir: string;
  readonly logDir: string;
};

/** The file's path in a data directory. */
export function stackFilePath(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** Writes the file, readable by its owner alone, whole or not at all. */
export function writeStackFile(dataDir: string, file: StackFile): void {
  writePrivateFile(stackFilePath(dataDir), `${JSON.stringify(file, undefined, 2)}\n`);
}

/** Removes the file, so that nobody takes a stopped stack for a running one. */
export function removeStackFile(dataDir: string): void {
  rmSync(stackFilePath(dataDir), { force: true });
}
