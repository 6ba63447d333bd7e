import { z } from 'zod';
import type { Stack } from './stack.ts';

const answer = z.object({ url: z.url() });
const timeoutMs = 10_000;

/** The person who owns the demo account of a local stack. */
const demoEmail = 'demo@example.com';

/**
 * Returns a link that signs the demo account's owner in to the dashboard once, within five minutes. Returns undefined for a
 * stack without a dashboard. Rejects when the dashboard gives none.
 */
export async function dashboardSignInLink(
  stack: Pick<Stack, 'dashboardUrl' | 'adminToken' | 'demoAccountId'>,
): Promise<string | undefined> {
  if (stack.dashboardUrl === null) {
    return undefined;
  }
  const response = await fetch(`${stack.dashboardUrl}/operator/sign-in-links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${stack.adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: demoEmail, accountId: stack.demoAccountId, accountName: 'Demo' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    throw new Error(`the dashboard gave no sign-in link: HTTP ${response.status}: ${await response.text()}`);
  }
  return answer.parse(await response.json()).url;
}
