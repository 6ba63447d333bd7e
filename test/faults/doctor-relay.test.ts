import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@assay/stack/stack';
import { doctorUntil, findingIn } from '../e2e/support/doctor.ts';
import { setProvider } from '../e2e/support/sandbox-control.ts';

/**
 * Gemini repeats the trades of Kraken as its own. No setting and no answer says so; the engine must find it by
 * measurement.
 */
const copy = 'gemini';
const upstream = 'kraken';
const measuredWithinMs = 600_000;

let stack: Stack;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-relay-'));
  stack = await startStack({
    dataDir,
    sources: 'sandbox',
    replicas: { dashboard: 0 },
    restart: false,
    quiet: true,
    environment: { ASSAY_PORT: '0', ASSAY_EGRESS_ALLOW: '127.0.0.0/8' },
  });
}, 120_000);

afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

test(
  'a venue that repeats another one is named with it by the check, after the engine measured it',
  async () => {
    const sandbox = { sandboxUrl: stack.sandboxUrl ?? '' };
    const patience = { timeoutMs: measuredWithinMs, everyMs: 3_000 };
    await doctorUntil(stack, (each) => findingIn(each, copy)?.outcome === 'ok', patience);
    await setProvider(sandbox, copy, { state: 'up', relayOf: upstream, relayDelayMs: 700 });
    const doctorRun = await doctorUntil(stack, (each) => findingIn(each, copy)?.outcome === 'repeats', patience);
    expect(findingIn(doctorRun, copy)).toMatchObject({
      status: 'warning',
      outcome: 'repeats',
      message: expect.stringMatching(
        new RegExp(`${copy} shows \\S+ % of the trades of ${upstream}|${copy}.*repeat.*${upstream}`),
      ),
      facts: { 'shares an upstream with': expect.stringContaining(upstream) },
    });
    // The finding concerns both venues. Its text says which venue follows the other. No third venue has the finding.
    const repeating = doctorRun.findings.filter(({ outcome }) => outcome === 'repeats').map(({ name }) => name);
    expect(repeating.toSorted()).toEqual([copy, upstream]);
  },
  2 * measuredWithinMs + 30_000,
);
