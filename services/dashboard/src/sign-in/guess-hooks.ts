import { createHash, randomBytes } from 'node:crypto';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { giveBackAll, takeAll, type Count } from './count-limit.ts';
import type { GuessLimit } from './guess-limit.ts';
import { tooManyRequests, type AuthHooks, type HookContext } from './hooks.ts';

const signInPath = '/sign-in/email';
/** The sign-up path. Its password is new, so the endpoint compares it with no stored one. */
const signUpPath = '/sign-up/email';
const browserCookie = 'known_browser';
const halfYearS = 15_552_000;
const nonceBytes = 16;

/** The subjects under which one password guess counts. */
type Guess = {
  /** The guess is allowed only when each of these subjects has a guess left. */
  readonly needed: readonly string[];
  /** When the password is wrong, the guess also counts under each of these subjects that has a guess left. */
  readonly alsoTaken: readonly string[];
};

/**
 * Returns hooks that limit password guesses at sign-in, and at every endpoint that compares a password in an open
 * session. Each e-mail address has two counts. Guesses from unknown browsers need the first. Guesses from a browser in
 * which the person signed in before need only the second. So an attacker who uses up the first count cannot lock the
 * owner out. A guess in an open session needs both, because a thief of the session may use such a browser. Addresses
 * without an account get the same responses, so a response does not reveal whether an account exists. A sign-in link by
 * mail works in any browser.
 *
 * @param onRefused called for each refused guess.
 */
export function guessHooks(limit: GuessLimit, onRefused: () => void = () => undefined): AuthHooks {
  const countsOf = (subjects: readonly string[]): Count[] => subjects.map((subject) => ({ limit, subject }));
  return {
    before: async (context) => {
      const guess = await guessOf(context);
      const waitMs = guess === undefined ? 0 : await takeAll(countsOf(guess.needed));
      if (waitMs > 0) {
        onRefused();
        throw tooManyGuesses(waitMs);
      }
    },
    after: async (context) => {
      const guess = await guessOf(context);
      if (guess !== undefined) {
        await (isRight(context) ? giveBackAll(countsOf(guess.needed)) : takeAll(countsOf(guess.alsoTaken)));
      }
      await markKnownBrowser(context);
    },
  };
}

/**
 * Returns the subjects under which the guess of a request counts. Returns undefined for a request that compares no
 * password.
 */
async function guessOf(context: HookContext): Promise<Guess | undefined> {
  const body = (context.body ?? {}) as Readonly<Record<string, unknown>>;
  if (context.path === signInPath) {
    const email = String(body['email']).toLowerCase();
    const isKnown = (await knownBrowser(context, email)) !== undefined;
    return isKnown
      ? { needed: [knownBrowsersOf(email)], alsoTaken: [anywhere(email)] }
      : { needed: [anywhere(email)], alsoTaken: [] };
  }
  const isCompared = [body['password'], body['currentPassword']].some((password) => password !== undefined);
  if (!isCompared || context.path === signUpPath) {
    return undefined;
  }
  const email = (await getSessionFromCtx(context))?.user.email.toLowerCase();
  return email === undefined ? undefined : { needed: [anywhere(email), knownBrowsersOf(email)], alsoTaken: [] };
}

function anywhere(email: string): string {
  return `email ${email}`;
}

function knownBrowsersOf(email: string): string {
  return `known browsers of ${email}`;
}

/**
 * Returns whether the password of the request was right. At sign-in, the password was right only if a session was
 * opened, because a response without an error is possible in other cases too.
 */
function isRight(context: HookContext): boolean {
  const { newSession, returned } = context.context;
  return context.path === signInPath ? Boolean(newSession) : !(returned instanceof APIError);
}

function tooManyGuesses(waitMs: number): APIError {
  return tooManyRequests(
    waitMs,
    'TOO_MANY_GUESSES',
    (seconds) =>
      `There were too many wrong passwords for this e-mail. Try again in ${seconds} seconds, or use a sign-in link.`,
  );
}

/** Sets the cookie that marks a browser in which somebody signed in. */
async function markKnownBrowser(context: HookContext): Promise<void> {
  const email = context.context.newSession?.user.email.toLowerCase();
  if (email === undefined || (await knownBrowser(context, email)) !== undefined) {
    return;
  }
  const { name, attributes } = context.context.createAuthCookie(browserCookie, { maxAge: halfYearS });
  const value = `${randomBytes(nonceBytes).toString('hex')}.${digestOf(email)}`;
  await context.setSignedCookie(name, value, context.context.secret, attributes);
}

/** Returns the value of the browser's signed cookie if the person with this address signed in here before. */
async function knownBrowser(context: HookContext, email: string): Promise<string | undefined> {
  const { name } = context.context.createAuthCookie(browserCookie);
  const value = await context.getSignedCookie(name, context.context.secret);
  return typeof value === 'string' && value.endsWith(`.${digestOf(email)}`) ? value : undefined;
}

function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}
