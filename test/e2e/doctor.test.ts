import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { poll } from '@assay/stack/poll';
import type { Finding } from '@assay/diagnosis/finding';
import { setProvider } from './support/sandbox-control.ts';
import { sharedSystem } from './support/system.ts';

const system = sharedSystem();
const program = fileURLToPath(new URL('../../packages/operator/dist/main.js', import.meta.url));
/** A check takes seconds, and longer on a busy machine. */
const timeoutMs = 120_000;

type Run = {
  readonly exitCode: number;
  readonly progress: string;
  readonly findings: readonly Finding[];
};

/** Runs the command, whose exit code says whether something failed. */
function doctor(): Promise<Run> {
  const environment = {
    ...process.env,
    ASSAY_BILLING_ADDRESS: system.billingAddress,
    ASSAY_ENGINE_ADDRESS: system.engineAddress,
    ASSAY_WATCH_ADDRESS: system.watchAddress,
    ASSAY_DASHBOARD_ADDRESS: system.dashboardAddress,
    ASSAY_ADMIN_TOKEN: system.adminToken,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, 'doctor', '--json'],
      { env: environment, maxBuffer: 16 * 1_048_576 },
      (_error, stdout, stderr) => {
        const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
        resolve({ exitCode: child.exitCode ?? -1, progress: stderr, findings });
      },
    );
  });
}

/** Repeats the check until it shows what a test waits for, because a busy machine can delay an answer. */
function doctorUntil(isRight: (run: Run) => boolean): Promise<Run> {
  let last: Run | undefined;
  return poll(
    async () => {
      last = await doctor();
      return isRight(last) ? last : undefined;
    },
    {
      timeoutMs,
      everyMs: 500,
      onTimeout: () => {
        throw new Error(`the check never showed it: ${JSON.stringify(last)}`);
      },
    },
  );
}

const outcomeIn = ({ findings }: Run, name: string): string | undefined =>
  findings.find((finding) => finding.name === name)?.outcome;

beforeAll(() => setProvider(system, 'gemini', { state: 'up' }));
afterAll(async () => {
  await setProvider(system, 'gemini', { state: 'up' });
  await setProvider(system, 'node-b', { state: 'up' });
});

test(
  'the check of a healthy system finds every part, names no address, and exits with 0',
  async () => {
    const run = await doctorUntil(({ exitCode }) => exitCode === 0);
    expect(new Set(run.findings.map(({ subject }) => subject))).toEqual(
      new Set(['provider', 'stream', 'node', 'type', 'service']),
    );
    for (const name of ['engine: PostgreSQL', 'billing: NATS', 'watch: nodes', 'dashboard: SMTP']) {
      expect([name, outcomeIn(run, name)]).toEqual([name, 'ok']);
    }
    expect(JSON.stringify(run.findings)).not.toMatch(/127\.0\.0\.1|localhost|:\/\//);
    expect(run.progress).toContain('providers and streams');
  },
  2 * timeoutMs,
);

test(
  'a provider and a node that fail are named, and the command exits with 1',
  async () => {
    await setProvider(system, 'gemini', { state: 'garbage' });
    await setProvider(system, 'node-b', { state: 'down' });
    const run = await doctorUntil(
      (each) => outcomeIn(each, 'gemini') === 'unreadable' && outcomeIn(each, 'node-b') === 'unreachable',
    );
    expect(run.exitCode).toBe(1);
    expect(run.findings.every(({ status, remedy }) => status === 'ok' || remedy !== '')).toBe(true);
  },
  2 * timeoutMs,
);
