import { expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptAdminToken, keptWatchSecretKeys } from './demo-account.ts';

test.each([
  ["the operator's token", keptAdminToken, /^[\w-]{32}$/],
  ['the key ring of webhook secrets', keptWatchSecretKeys, /^local:[\w-]{43}$/],
])('%s is made once, is found again, and is for its owner alone', (_what, kept, form) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-kept-'));
  try {
    const made = kept(dataDir);
    expect(made).toMatch(form);
    expect(kept(dataDir)).toBe(made);
    const files = readdirSync(dataDir);
    expect(files).toHaveLength(1);
    expect(statSync(join(dataDir, files[0] ?? '')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('every data directory has a ring of its own', () => {
  const [one, other] = [mkdtempSync(join(tmpdir(), 'assay-kept-')), mkdtempSync(join(tmpdir(), 'assay-kept-'))];
  try {
    expect(keptWatchSecretKeys(one)).not.toBe(keptWatchSecretKeys(other));
  } finally {
    rmSync(one, { recursive: true, force: true });
    rmSync(other, { recursive: true, force: true });
  }
});
