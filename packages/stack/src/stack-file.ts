import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';
import type { SourceMode } from './plan.ts';

/** The content of `stack.json`, which tells programs how to reach a running stack. */
export type StackFile = {
  readonly mode: SourceMode;
  readonly gatewayUrl: string;
  readonly gatewayUrls: readonly string[];
  readonly apiKey: string;
  readonly adminToken: string;
  /** URL of the first dashboard. Null for a stack without a dashboard. */
  readonly dashboardUrl: string | null;
  readonly dashboardUrls: readonly string[];
  /** The gRPC address of the dashboard, for operators; empty for a stack without a dashboard. */
  readonly dashboardAddress: string;
  /** URL of the sandbox. Null in live mode, which has no sandbox. */
  readonly sandboxUrl: string | null;
  readonly billingAddress: string;
  readonly engineAddress: string;
  readonly resolverAddress: string;
  readonly watchAddress: string;
  /** Base URL of the operations port of each service process, by process name. */
  readonly opsUrls: Readonly<Record<string, string>>;
  readonly pids: Readonly<Record<string, number>>;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly dataDir: string;
  readonly logDir: string;
};

/** Returns the path of `stack.json` in a data directory. */
export function stackFilePath(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** Writes `stack.json` atomically. Only its owner can read it. */
export function writeStackFile(dataDir: string, file: StackFile): void {
  writePrivateFile(stackFilePath(dataDir), `${JSON.stringify(file, undefined, 2)}\n`);
}

/** Removes `stack.json`, so that no program uses a stopped stack. */
export function removeStackFile(dataDir: string): void {
  rmSync(stackFilePath(dataDir), { force: true });
}
