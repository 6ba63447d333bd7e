import type pg from 'pg';
import { signInSettings, type SignInOptions } from '../auth.ts';
import type { GuessLimit } from '../guess-limit.ts';
import type { AuthHooks } from '../hooks.ts';

/** The address of the dashboard in tests that start no server. */
export const testBaseUrl = 'http://127.0.0.1:8090';

/** Hooks that do nothing. */
export const noHooks: AuthHooks = { before: async () => undefined, after: async () => undefined };

/** Returns the settings of sign-in for a test: sign-up is open, no mail is sent and no line is logged. */
export function testSignInSettings(
  pool: pg.Pool,
  guessLimit: GuessLimit,
  given: Partial<Pick<SignInOptions, 'accountHooks' | 'sendMail' | 'takeSignInLink'>> = {},
) {
  const settings = signInSettings({
    pool,
    baseUrl: testBaseUrl,
    secret: 'a secret of at least thirty-two characters',
    isSignUpOpen: true,
    oidcProviders: [],
    sendMail: async () => undefined,
    isInvited: async () => false,
    takeSignInLink: () => false,
    guessLimit,
    accountHooks: noHooks,
    ...given,
  });
  // Without this, better-auth logs each wrong password, and warns that PostgreSQL calls the type bigint int8.
  return { ...settings, logger: { disabled: true } };
}
