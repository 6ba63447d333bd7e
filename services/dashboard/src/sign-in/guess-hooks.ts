import { createHash, randomBytes } from 'node:crypto';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { GuessLimit } from './guess-limit.ts';

const passwordPath = '/sign-in/email';
const browserCookie = 'known_browser';
const halfYearS = 15_552_000;
const nonceBytes = 16;

/** What the hooks read of the context that better-auth gives them. */
type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Returns hooks that bound how often a password is guessed, from however many addresses. Guesses from anywhere share those of
 * the e-mail address, and a browser in which its person signed in before has guesses of its own. So an attacker who uses up
 * the former keeps no owner out of their own browser, and a sign-in link by mail works in any browser. An address that nobody
 * has is treated alike.
 */
export function guessHooks(limit: GuessLimit) {
  return {
    before: createAuthMiddleware(async (context) => {
      if (context.path !== passwordPath) {
        return;
      }
      const waitMs = await limit.take(await subjectOf(context, emailOf(context)));
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1_000);
        throw new APIError(
          'TOO_MANY_REQUESTS',
          {
            code: 'TOO_MANY_GUESSES',
            message: `There were too many wrong passwords for this e-mail. Try again in ${seconds} seconds, or use a sign-in link.`,
          },
          { 'Retry-After': String(seconds) },
        );
      }
    }),
    after: createAuthMiddleware(async (context) => {
      const email = context.context.newSession?.user.email.toLowerCase();
      if (email === undefined) {
        return;
      }
      const known = await knownBrowser(context, email);
      if (context.path === passwordPath) {
        await limit.giveBack(await subjectOf(context, email));
      }
      if (known === undefined) {
        const { name, attributes } = context.context.createAuthCookie(browserCookie, { maxAge: halfYearS });
        const value = `${randomBytes(nonceBytes).toString('hex')}.${digestOf(email)}`;
        await context.setSignedCookie(name, value, context.context.secret, attributes);
      }
    }),
  };
}

async function subjectOf(context: HookContext, email: string): Promise<string> {
  const known = await knownBrowser(context, email);
  return known === undefined ? `email ${email}` : `browser ${known}`;
}

/** Returns the value of the browser's signed cookie when the person with this address signed in here before. */
async function knownBrowser(context: HookContext, email: string): Promise<string | undefined> {
  const { name } = context.context.createAuthCookie(browserCookie);
  const value = await context.getSignedCookie(name, context.context.secret);
  return typeof value === 'string' && value.endsWith(`.${digestOf(email)}`) ? value : undefined;
}

function emailOf({ body }: HookContext): string {
  const { email } = (body ?? {}) as { readonly email?: unknown };
  return String(email).toLowerCase();
}

function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}
