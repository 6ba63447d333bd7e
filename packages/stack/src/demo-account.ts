import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { readFileIfThere, writePrivateFile } from './private-file.ts';

const demoFileSchema = z.object({ accountId: z.string().min(1), apiKey: z.string().min(1) });

/** An account to try things with, and its key. */
export type DemoAccount = z.infer<typeof demoFileSchema>;

const callTimeoutMs = 10_000;

/** The operator's token kept in a data directory, made the first time. */
export function keptAdminToken(dataDir: string): string {
  const file = join(dataDir, 'admin-token');
  const kept = readFileIfThere(file)?.trim();
  if (kept !== undefined && kept.length >= 16) {
    return kept;
  }
  const token = randomBytes(24).toString('base64url');
  writePrivateFile(file, `${token}\n`);
  return token;
}

/** The key ring of webhook secrets kept in a data directory, with one key made the first time. */
export function keptWatchSecretKeys(dataDir: string): string {
  const file = join(dataDir, 'watch-secret-keys');
  const kept = readFileIfThere(file)?.trim();
  if (kept !== undefined && kept !== '') {
    return kept;
  }
  const ring = `local:${randomBytes(32).toString('base64url')}`;
  writePrivateFile(file, `${ring}\n`);
  return ring;
}

/**
 * The demo account kept in a data directory; a new one when there is none or its key is no longer accepted.
 * @param keyIsAccepted asks the gateway.
 */
export async function keptDemoAccount(options: {
  readonly dataDir: string;
  readonly billingAddress: string;
  readonly adminToken: string;
  readonly creditMicros: bigint;
  readonly keyIsAccepted: (key: string) => Promise<boolean>;
}): Promise<DemoAccount> {
  const file = join(options.dataDir, 'demo.json');
  const kept = readDemoFile(file);
  if (kept !== undefined && (await options.keyIsAccepted(kept.apiKey))) {
    return kept;
  }
  const billing = connect(services.billing, options.billingAddress, { adminToken: options.adminToken });
  try {
    const created = await billing.methods.CreateAccount(
      { name: 'demo', credit_micros: String(options.creditMicros) },
      rootContext(callTimeoutMs),
    );
    const demo = demoFileSchema.parse({ accountId: created.account?.id, apiKey: created.key });
    writePrivateFile(file, `${JSON.stringify(demo)}\n`);
    return demo;
  } finally {
    billing.close();
  }
}

function readDemoFile(file: string): DemoAccount | undefined {
  try {
    return demoFileSchema.safeParse(JSON.parse(readFileIfThere(file) ?? 'null')).data;
  } catch {
    // A file that was cut short or edited is as good as none: another account is made.
    return undefined;
  }
}
