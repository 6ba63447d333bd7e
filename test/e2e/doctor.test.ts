import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { doctorUntil, findingIn, type DoctorRun } from './support/doctor.ts';
import { setProvider } from './support/sandbox-control.ts';
import { sharedSystem } from './support/system.ts';

const system = sharedSystem();
/** A check takes some seconds, and longer on a busy machine. */
const timeoutMs = 120_000;
const outcomeIn = (run: DoctorRun, name: string): string | undefined => findingIn(run, name)?.outcome;

beforeAll(() => setProvider(system, 'gemini', { state: 'up' }));
afterAll(async () => {
  await setProvider(system, 'gemini', { state: 'up' });
  await setProvider(system, 'node-b', { state: 'up' });
});

test(
  'the check of a healthy system finds every part, names no address, and exits with 0',
  async () => {
    const run = await doctorUntil(system, ({ exitCode }) => exitCode === 0, { timeoutMs });
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
      system,
      (each) => outcomeIn(each, 'gemini') === 'unreadable' && outcomeIn(each, 'node-b') === 'unreachable',
      { timeoutMs },
    );
    expect(run.exitCode).toBe(1);
    expect(run.findings.every(({ status, remedy }) => status === 'ok' || remedy !== '')).toBe(true);
  },
  2 * timeoutMs,
);
