import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** The client id and the secret with which the dashboard calls the OpenID provider. */
export const openIdClient = { clientId: 'assay', clientSecret: 'the-secret-of-the-test-client' };

/**
 * Starts a real OpenID Connect provider on loopback. Its pages accept any e-mail address with any password.
 * @param {number} port the port to listen on.
 * @param {string} redirectUrl the address to which the provider sends people back.
 */
export async function startOpenIdProvider(port, redirectUrl) {
  const provider = new Provider(`http://localhost:${port}`, {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: [redirectUrl],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, email: login, email_verified: true, name: login.split('@')[0] }),
    }),
    cookies: { keys: ['a key of the test provider'] },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
