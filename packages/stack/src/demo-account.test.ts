import { expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOrCreateAdminToken, loadOrCreateBillingSecretKeys, loadOrCreateWatchSecretKeys } from './demo-account.ts';

test.each([
  ["the operator's token", loadOrCreateAdminToken, /^[\w-]{32}$/],
  ['the key ring of webhook secrets', loadOrCreateWatchSecretKeys, /^local:[\w-]{43}$/],
  ['the key ring of stored answers', loadOrCreateBillingSecretKeys, /^local:[\w-]{43}$/],
])('%s is created once, stays the same, and is readable by its owner only', (_, load, form) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-load-'));
  try {
    const created = load(dataDir);
    expect(created).toMatch(form);
    expect(load(dataDir)).toBe(created);
    const files = readdirSync(dataDir);
    expect(files).toHaveLength(1);
    expect(statSync(join(dataDir, files[0] ?? '')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('two data directories have different key rings', () => {
  const [a, b] = [mkdtempSync(join(tmpdir(), 'assay-load-')), mkdtempSync(join(tmpdir(), 'assay-load-'))];
  try {
    expect(loadOrCreateWatchSecretKeys(a)).not.toBe(loadOrCreateWatchSecretKeys(b));
  } finally {
    rmSync(a, { recursive: true, force: true });
    rmSync(b, { recursive: true, force: true });
  }
});
