import { passkeyClient } from '@better-auth/passkey/client';
import { createAuthClient } from 'better-auth/client';

const client = createAuthClient({ plugins: [passkeyClient()] });

/** Signs in with a passkey of this device. Rejects with a sentence when the person or the server declines. */
export async function signInWithPasskey(): Promise<void> {
  const answer = await client.signIn.passkey();
  if (answer.error !== null && answer.error !== undefined) {
    throw new Error(answer.error.message ?? 'The passkey was not accepted.');
  }
}

/** Adds a passkey of this device to the signed-in person. Rejects with a sentence when the person or the server declines. */
export async function addPasskey(name: string): Promise<void> {
  const answer = await client.passkey.addPasskey({ name });
  if (answer?.error !== null && answer?.error !== undefined) {
    throw new Error(answer.error.message ?? 'The passkey was not added.');
  }
}
