import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { readFileIfExists, writePrivateFile } from './private-file.ts';

const demoFileSchema = z.object({ accountId: z.string().min(1), apiKey: z.string().min(1) });

/** The demo account's id and API key. */
export type DemoAccount = z.infer<typeof demoFileSchema>;

const callTimeoutMs = 10_000;
const minSecretLength = 32;

/** Returns the operator's token of a data directory. Creates the token on the first call. */
export function loadOrCreateAdminToken(dataDir: string): string {
  const file = join(dataDir, 'admin-token');
  const stored = readFileIfExists(file)?.trim();
  if (stored !== undefined && stored.length >= 16) {
    return stored;
  }
  const token = randomBytes(24).toString('base64url');
  writePrivateFile(file, `${token}\n`);
  return token;
}

/**
 * Returns the key ring that encrypts webhook secrets, from a data directory. Creates it with one key on the first call.
 */
export function loadOrCreateWatchSecretKeys(dataDir: string): string {
  return loadOrCreateKeyRing(join(dataDir, 'watch-secret-keys'));
}

/**
 * Returns the key ring that encrypts stored answers, from a data directory. Creates it with one key on the first call.
 */
export function loadOrCreateBillingSecretKeys(dataDir: string): string {
  return loadOrCreateKeyRing(join(dataDir, 'billing-secret-keys'));
}

/**
 * Returns the key ring that encrypts playground keys, from a data directory. Creates it with one key on the first call.
 */
export function loadOrCreateDashboardSecretKeys(dataDir: string): string {
  return loadOrCreateKeyRing(join(dataDir, 'dashboard-secret-keys'));
}

/** Returns the secret that signs the dashboard's sessions, from a data directory. Creates it on the first call. */
export function loadOrCreateDashboardSecret(dataDir: string): string {
  const file = join(dataDir, 'dashboard-secret');
  const stored = readFileIfExists(file)?.trim();
  if (stored !== undefined && stored.length >= minSecretLength) {
    return stored;
  }
  const secret = randomBytes(minSecretLength).toString('base64url');
  writePrivateFile(file, `${secret}\n`);
  return secret;
}

/** Returns the key ring that signs answers, from a data directory. Creates it with one key on the first call. */
export function loadOrCreateSigningKeys(dataDir: string): string {
  return loadOrCreateKeyRing(join(dataDir, 'signing-keys'));
}

function loadOrCreateKeyRing(file: string): string {
  const stored = readFileIfExists(file)?.trim();
  if (stored !== undefined && stored !== '') {
    return stored;
  }
  const ring = `local:${randomBytes(32).toString('base64url')}`;
  writePrivateFile(file, `${ring}\n`);
  return ring;
}

/**
 * Returns the demo account of a data directory. Creates an account when none is stored, or when the key of the stored
 * one is no longer valid.
 * @param options.keyIsAccepted returns whether the gateway accepts a key.
 */
export async function loadOrCreateDemoAccount(options: {
  readonly dataDir: string;
  readonly billingAddress: string;
  readonly adminToken: string;
  /** The certificate with which to call billing; without one, connections are not encrypted. */
  readonly identity?: Pick<Identity, 'client'>;
  readonly creditMicros: bigint;
  /** Number of requests per minute that the key of a new account may send. */
  readonly rateLimitPerMinute: number;
  readonly keyIsAccepted: (key: string) => Promise<boolean>;
}): Promise<DemoAccount> {
  const file = join(options.dataDir, 'demo.json');
  const stored = readDemoFile(file);
  if (stored !== undefined && (await options.keyIsAccepted(stored.apiKey))) {
    return stored;
  }
  const billing = connect(services.billing, options.billingAddress, {
    adminToken: options.adminToken,
    ...(options.identity === undefined ? {} : { identity: options.identity }),
  });
  try {
    const created = await billing.methods.CreateAccount(
      {
        name: 'demo',
        credit_micros: String(options.creditMicros),
        rate_limit_per_minute: options.rateLimitPerMinute,
      },
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
    return demoFileSchema.safeParse(JSON.parse(readFileIfExists(file) ?? 'null')).data;
  } catch {
    // A file that was truncated or edited counts as absent.
    return undefined;
  }
}
