import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { doctorUntil, findingIn, type DoctorRun } from './support/doctor.ts';
import { setProvider } from './support/sandbox-control.ts';
import { sharedSystem } from './support/system.ts';

const system = sharedSystem();
/** Maximum time of a check in the tests, in milliseconds. A check takes some seconds, and longer on a busy machine. */
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
    const doctorRun = await doctorUntil(system, ({ exitCode }) => exitCode === 0, { timeoutMs });
    expect(new Set(doctorRun.findings.map(({ subject }) => subject))).toEqual(
      new Set(['provider', 'stream', 'node', 'type', 'service']),
    );
    for (const name of ['engine: PostgreSQL', 'billing: NATS', 'watch: nodes', 'dashboard: SMTP']) {
      expect([name, outcomeIn(doctorRun, name)]).toEqual([name, 'ok']);
    }
    expect(JSON.stringify(doctorRun.findings)).not.toMatch(/127\.0\.0\.1|localhost|:\/\//);
    expect(doctorRun.progress).toContain('providers and streams');
  },
  2 * timeoutMs,
);

test(
  'a provider and a node that fail are named, and the command exits with 1',
  async () => {
    await setProvider(system, 'gemini', { state: 'garbage' });
    await setProvider(system, 'node-b', { state: 'down' });
    const doctorRun = await doctorUntil(
      system,
      (each) => outcomeIn(each, 'gemini') === 'unreadable' && outcomeIn(each, 'node-b') === 'unreachable',
      { timeoutMs },
    );
    expect(doctorRun.exitCode).toBe(1);
    expect(doctorRun.findings.every(({ status, remedy }) => status === 'ok' || remedy !== '')).toBe(true);
  },
  2 * timeoutMs,
);
