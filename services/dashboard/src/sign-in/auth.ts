import { passkey } from '@better-auth/passkey';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { magicLink } from 'better-auth/plugins/magic-link';
import { organization } from 'better-auth/plugins/organization';
import type { Pool } from 'pg';
import { guessHooks } from './guess-hooks.ts';
import type { GuessLimit } from './guess-limit.ts';
import { joinHooks, type AuthHooks } from './hooks.ts';
import { existingPersonMail, invitationMail, passwordMail, signInMail, verificationMail } from './mail-texts.ts';
import type { SendMail } from './mail.ts';
import type { OidcProvider } from './oidc-setting.ts';

/** The header that passes the caller's address to better-auth. The server overwrites any value that a caller sends. */
export const addressHeader = 'x-assay-caller-address';

const cookiePrefix = 'assay';

/** Returns the name of the cookie that carries a session's token. `baseUrl` is the address at which browsers reach the dashboard. */
export function sessionCookieName(baseUrl: string): string {
  return `${areCookiesSecure(baseUrl) ? '__Secure-' : ''}${cookiePrefix}.session_token`;
}

function areCookiesSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

/** The path of better-auth's endpoints. */
export const authPath = '/api/auth';

const hourS = 3_600;
const sessionDays = 7;

/** The settings and functions that sign-in needs. */
export type SignInOptions = {
  readonly pool: Pool;
  /** The URL at which browsers reach the dashboard. */
  readonly baseUrl: string;
  readonly secret: string;
  readonly isSignUpOpen: boolean;
  readonly oidcProviders: readonly OidcProvider[];
  /** Sends the mails with invitations. */
  readonly sendMail: SendMail;
  /** Sends the mails about sign-in. `sendMail` sends them when this is absent. */
  readonly sendSignInMail?: SendMail;
  /** Returns whether this address has an open invitation. */
  readonly isInvited: (email: string) => Promise<boolean>;
  /** Receives a sign-in link that an operator requested. Returns false when nobody waits for this address. */
  readonly takeSignInLink: (email: string, url: string) => boolean;
  readonly guessLimit: GuessLimit;
  /** Called when a password guess is refused because there were too many. */
  readonly onGuessRefused?: () => void;
  /** Hooks that run before and after the endpoints of accounts. */
  readonly accountHooks: AuthHooks;
};

/** Sign-in, sessions, members and invitations. */
export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Creates sign-in by e-mail and password, passkeys, one-time links and OpenID Connect. Sessions are rows in PostgreSQL,
 * so that a person can revoke each of them. An organization of better-auth is the membership of one Assay account: its
 * slug is the account's id.
 */
export function createSignIn(options: SignInOptions) {
  return betterAuth(signInSettings(options));
}

/** Returns better-auth's settings, from which the schema's migration is generated. */
export function signInSettings(options: SignInOptions) {
  const { baseUrl } = options;
  const sendSignInMail = options.sendSignInMail ?? options.sendMail;
  return {
    appName: 'Assay',
    baseURL: baseUrl,
    basePath: authPath,
    secret: options.secret,
    database: options.pool,
    telemetry: { enabled: false },
    trustedOrigins: [new URL(baseUrl).origin],
    // Only the dashboard itself creates memberships of accounts, because billing must create the account first. The
    // endpoint check-slug would reveal whether an account exists.
    disabledPaths: ['create', 'delete', 'update', 'check-slug'].map((name) => `/organization/${name}`),
    advanced: {
      cookiePrefix,
      // better-auth skips these checks when NODE_ENV is "test". They must run in every environment.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: areCookiesSecure(baseUrl),
      // A response does not wait until its mail is sent, because the delay would reveal that the address is known.
      backgroundTasks: { handler: leaveRunning },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
    },
    ...tables,
    rateLimit,
    ...passwordSettings({ baseUrl, sendMail: sendSignInMail }),
    hooks: joinHooks([guessHooks(options.guessLimit, options.onGuessRefused), options.accountHooks]),
    databaseHooks: { user: { create: { before: refuseUninvited(options) } } },
    plugins: [
      organizationPlugin(options),
      linkPlugin({ takeSignInLink: options.takeSignInLink, sendMail: sendSignInMail }),
      passkey({ rpID: new URL(baseUrl).hostname, rpName: 'Assay', origin: new URL(baseUrl).origin }),
      oidcPlugin(options.oidcProviders),
    ],
  } satisfies BetterAuthOptions;
}

/** This service's names for better-auth's tables. better-auth calls a method of sign-in "account". */
const tables = {
  user: { modelName: 'person' },
  session: { modelName: 'session', expiresIn: sessionDays * 24 * hourS, updateAge: 24 * hourS },
  account: { modelName: 'credential' },
  verification: { modelName: 'verification' },
};

/** Maximum attempts for each address and path. Windows are in seconds. */
const rateLimit = {
  enabled: true,
  storage: 'database' as const,
  modelName: 'sign_in_rate',
  window: 60,
  max: 120,
  customRules: {
    '/sign-in/email': { window: 60, max: 5 },
    '/sign-up/email': { window: 60, max: 5 },
    '/request-password-reset': { window: 60, max: 3 },
    '/sign-in/magic-link': { window: 60, max: 3 },
    '/send-verification-email': { window: 60, max: 3 },
  },
};

/** Nothing waits for the task here, because better-auth itself catches and logs its failure. */
function leaveRunning(task: Promise<unknown>): void {
  void task;
}

type MailTo = { readonly user: { readonly email: string }; readonly url: string };

function passwordSettings({ baseUrl, sendMail }: Pick<SignInOptions, 'baseUrl' | 'sendMail'>) {
  return {
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      // The page responds identically for every address (no account enumeration), so only the mail tells the owner that
      // the account exists.
      onExistingUserSignUp: ({ user }: Pick<MailTo, 'user'>) =>
        sendMail(existingPersonMail(user.email, `${baseUrl}/sign-in`)),
      sendResetPassword: ({ user, url }: MailTo) => sendMail(passwordMail(user.email, url)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: hourS,
      sendVerificationEmail: ({ user, url }: MailTo) => sendMail(verificationMail(user.email, url)),
    },
  };
}

/** Returns a hook that refuses a new person when sign-up is closed, unless somebody invited the address. */
function refuseUninvited({ isSignUpOpen, isInvited }: Pick<SignInOptions, 'isSignUpOpen' | 'isInvited'>) {
  return async ({ email }: { readonly email: string }): Promise<void> => {
    if (!isSignUpOpen && !(await isInvited(email))) {
      throw new APIError('FORBIDDEN', {
        message: 'Sign-up is closed here. Ask a member of your account for an invitation.',
      });
    }
  };
}

function linkPlugin({ takeSignInLink, sendMail }: Pick<SignInOptions, 'takeSignInLink' | 'sendMail'>) {
  return magicLink({
    disableSignUp: true,
    storeToken: 'hashed',
    sendMagicLink: async ({ email, url }) => {
      if (!takeSignInLink(email, url)) {
        await sendMail(signInMail(email, url));
      }
    },
  });
}

function oidcPlugin(oidcProviders: readonly OidcProvider[]) {
  return genericOAuth({
    config: oidcProviders.map(({ id, discoveryUrl, clientId, clientSecret }) => ({
      providerId: id,
      discoveryUrl,
      clientId,
      clientSecret,
      scopes: ['openid', 'email', 'profile'],
      pkce: true,
    })),
  });
}

function organizationPlugin({ baseUrl, sendMail }: SignInOptions) {
  return organization({
    creatorRole: 'owner',
    invitationExpiresIn: 48 * hourS,
    requireEmailVerificationOnInvitation: true,
    cancelPendingInvitationsOnReInvite: true,
    disableOrganizationDeletion: true,
    schema: { organization: { modelName: 'account_membership' } },
    sendInvitationEmail: ({ id, email, organization: { name }, inviter }) =>
      sendMail(
        invitationMail({
          to: email,
          account: name,
          inviter: inviter.user.name,
          url: `${baseUrl}/invitations/${encodeURIComponent(id)}`,
        }),
      ),
  });
}
