import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import type { StackFile } from '../stack-file.ts';

const callTimeoutMs = 5_000;

/** The address of the billing service of a running system, and the operator's token. */
export type BillingAccess = Pick<StackFile, 'billingAddress' | 'adminToken'> & {
  /** The certificate with which to call billing; without one, connections are not encrypted. */
  readonly identity?: Pick<Identity, 'client'>;
};

/** An account that one test or benchmark created, and its API key. */
export type TestAccount = { readonly accountId: string; readonly key: string };

type Billing = ReturnType<typeof connect<typeof services.billing>>['methods'];

/** Connects to billing for the duration of `work`. The operator's token allows the operator methods. */
export async function withBilling<Result>(
  { billingAddress, ...options }: BillingAccess,
  work: (billing: Billing) => Promise<Result>,
): Promise<Result> {
  const client = connect(services.billing, billingAddress, options);
  try {
    return await work(client.methods);
  } finally {
    client.close();
  }
}

/**
 * Creates an account. It has 100 credits and a rate limit of a million requests per minute, unless the options say
 * otherwise.
 */
export async function createAccount(
  access: BillingAccess,
  options: { readonly creditMicros?: bigint; readonly rateLimitPerMinute?: number } = {},
): Promise<TestAccount> {
  const request = {
    name: 'test',
    credit_micros: String(options.creditMicros ?? 100_000_000n),
    rate_limit_per_minute: options.rateLimitPerMinute ?? 1_000_000,
  };
  const created = await withBilling(access, (billing) => billing.CreateAccount(request, rootContext(callTimeoutMs)));
  return { accountId: created.account?.id ?? '', key: created.key };
}

/** Adds credits to an account, as an operator does. */
export async function addCredits(access: BillingAccess, accountId: string, creditMicros: bigint): Promise<void> {
  const request = { account_id: accountId, credit_micros: String(creditMicros), operation_id: '' };
  await withBilling(access, (billing) => billing.AddCredits(request, rootContext(callTimeoutMs)));
}

/** Returns an account's balance and the sum of its open holds, in micro-credits. */
export async function balanceOf(
  access: BillingAccess,
  accountId: string,
): Promise<{ readonly balanceMicros: bigint; readonly heldMicros: bigint }> {
  const { account } = await withBilling(access, (billing) =>
    billing.GetAccount({ account_id: accountId }, rootContext(callTimeoutMs)),
  );
  return { balanceMicros: BigInt(account?.balance_micros ?? 0), heldMicros: BigInt(account?.held_micros ?? 0) };
}
