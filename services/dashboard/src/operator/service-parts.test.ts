import { expect, test } from '@jest/globals';
import { plainIdentity } from '@assay/rpc/identity';
import { runDiagnosis } from '@assay/diagnosis/diagnosis';
import type { Finding } from '@assay/diagnosis/finding';
import { openServiceParts } from './service-parts.ts';

const own: Finding = {
  subject: 'service',
  name: 'dashboard: SMTP',
  status: 'ok',
  outcome: 'ok',
  message: '',
  remedy: '',
  facts: {},
};

test('services that do not answer are failures that name no address, beside what the dashboard found itself', async () => {
  // No program listens on port 1.
  const nowhere = '127.0.0.1:1';
  const addresses = {
    ASSAY_BILLING_ADDRESS: nowhere,
    ASSAY_ENGINE_ADDRESS: nowhere,
    ASSAY_WATCH_ADDRESS: nowhere,
  };
  const open = openServiceParts(addresses, plainIdentity, async () => [own]);
  const { parts, close } = open('an-operators-token', { allAssets: false, billed: false });
  try {
    const { counts, findings } = await runDiagnosis(parts, () => undefined);
    expect(counts).toEqual({ ok: 1, off: 0, warning: 0, failure: 6 });
    expect(findings.map(({ message }) => message).slice(4)).toEqual([
      'billing does not answer',
      'the watch service does not answer',
      '',
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/127\.0\.0\.1|an-operators-token/);
  } finally {
    close();
  }
}, 60_000);
