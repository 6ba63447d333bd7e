import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { plainIdentity, type Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import type { StackFile } from './stack-file.ts';

const timeoutMs = 10_000;

/** E-mail address of the person who owns the demo account of a local stack. */
export const demoEmail = 'demo@example.com';

/** The person to sign in, and the account of which the person becomes an owner. */
export type LinkFor = { readonly email: string; readonly accountId: string; readonly accountName: string };

/**
 * Returns a link that makes a person the owner of an account and signs the person in to the dashboard. The link works once,
 * within five minutes. Rejects with a Fault when the dashboard refuses.
 */
export async function createSignInLink(
  stack: Pick<StackFile, 'dashboardAddress' | 'adminToken'>,
  person: LinkFor,
  identity: Pick<Identity, 'client'> = plainIdentity,
): Promise<string> {
  const { adminToken, dashboardAddress } = stack;
  const client = connect(services.dashboard, dashboardAddress, { adminToken, identity });
  const { email, accountId, accountName } = person;
  const request = { email, account_id: accountId, account_name: accountName };
  try {
    return (await client.methods.CreateSignInLink(request, rootContext(timeoutMs))).url;
  } finally {
    client.close();
  }
}

/**
 * Returns a link that signs the demo account's owner in to the dashboard once. Returns undefined for a stack without a
 * dashboard. Rejects when the dashboard refuses.
 */
export async function dashboardSignInLink(
  stack: Pick<StackFile, 'dashboardAddress' | 'adminToken'> & { readonly demoAccountId: string },
  identity?: Pick<Identity, 'client'>,
): Promise<string | undefined> {
  return stack.dashboardAddress === ''
    ? undefined
    : createSignInLink(stack, { email: demoEmail, accountId: stack.demoAccountId, accountName: 'Demo' }, identity);
}
