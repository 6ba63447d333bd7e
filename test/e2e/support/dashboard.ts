import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { createSignInLink } from '@assay/stack/dashboard-link';
import { until, type System } from './system.ts';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const mailTimeoutMs = 10_000;
const pageTimeoutMs = 15_000;

/** The password of every person in the tests. */
export const password = 'correct horse battery staple';

/**
 * Opens the browser that is installed on this machine. When there is none, throws an error that says what to install.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['ASSAY_CHROMIUM_BIN'] ?? programs.find((program) => existsSync(program));
  if (executablePath === undefined) {
    throw new Error('found no Chromium: run "make test-programs", or name its program in ASSAY_CHROMIUM_BIN');
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Opens a page in a new browser context: without a session, or with a stored session. */
export async function openPage(browser: Browser, state?: BrowserContextOptions['storageState']): Promise<Page> {
  const context = await browser.newContext(state === undefined ? {} : { storageState: state });
  const page = await context.newPage();
  page.setDefaultTimeout(pageTimeoutMs);
  return page;
}

/** Opens a path of the dashboard and waits until the page shows its data. The page must already be on the dashboard. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(
    () => page.locator('[aria-busy="true"]').count(),
    (count) => count === 0,
    pageTimeoutMs,
  );
}

/** Returns the demo account of a running system. */
export async function readDemo(system: Pick<System, 'dataDir'>): Promise<{ readonly accountId: string }> {
  return JSON.parse(await readFile(`${system.dataDir}/demo.json`, 'utf8')) as { accountId: string };
}

type Signer = Pick<System, 'dashboardAddress' | 'adminToken'>;

/** Returns a sign-in link, which an operator requests. It works once, and makes the person an owner of the account. */
export async function signInLink(
  system: Signer,
  person: { readonly email: string; readonly accountId: string; readonly accountName: string },
): Promise<string> {
  return createSignInLink(system, person);
}

/** Signs a person in by an operator's link. The page then shows the overview of one of the person's accounts. */
export async function signInAs(system: Signer, page: Page, person: Parameters<typeof signInLink>[1]): Promise<void> {
  await page.goto(await signInLink(system, person));
  await page.waitForURL(/\/a\//);
}

/** Signs the owner of the demo account in, and returns the account's id. */
export async function signInAsDemo(system: System, page: Page): Promise<string> {
  const { accountId } = await readDemo(system);
  await signInAs(system, page, { email: 'demo@example.com', accountId, accountName: 'Demo' });
  return accountId;
}

/**
 * Resets the counts of sign-in attempts. Otherwise the limit would stop the tests, because all come from the same IP
 * address.
 */
export async function forgetAttempts({ postgresUrl }: Pick<System, 'postgresUrl'>): Promise<void> {
  const database = new pg.Client({ connectionString: postgresUrl });
  await database.connect();
  await database.query('DELETE FROM dashboard.sign_in_rate');
  await database.end();
}

/** Returns the dashboard's URL. Throws when the system has none. */
export function dashboardUrlOf({ dashboardUrl }: Pick<System, 'dashboardUrl'>): string {
  if (dashboardUrl === null) {
    throw new Error('the system has no dashboard');
  }
  return dashboardUrl;
}

/** Waits for a mail to an address, with a subject that matches. Returns the first link in the mail. */
export async function mailedLink(system: Pick<System, 'sandboxUrl'>, to: string, subject: RegExp): Promise<string> {
  const mail = await until(
    async () => {
      const response = await fetch(`${system.sandboxUrl}/mailbox/mails`);
      const { mails } = (await response.json()) as { mails: { to: string; subject: string; text: string }[] };
      return mails.find((each) => each.to.includes(to) && subject.test(each.subject));
    },
    (matchingMail) => matchingMail !== undefined,
    mailTimeoutMs,
  );
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (link === undefined) {
    throw new Error(`the mail "${mail?.subject ?? ''}" has no link`);
  }
  return link;
}

/** Signs a new person up through the pages and the mailed link. The page then shows the form of a new account. */
export async function signUp(system: System, page: Page, name: string, email: string): Promise<void> {
  await page.goto(`${dashboardUrlOf(system)}/sign-up`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('Open the link that was sent to').waitFor();
  await page.goto(await mailedLink(system, email, /Confirm/));
}

/** Creates an account with the form that the page shows, and returns the account's id. */
export async function createAccountOnPage(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name of the account').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/a\/[^/]+\/keys$/);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/**
 * Sends a request with the cookies of a page but without the page's scripts. A program with a stolen cookie would send
 * such a request.
 */
export async function callAs(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const origin = new URL(page.url()).origin;
  const response = await page.request.fetch(`${origin}${path}`, {
    method,
    headers: { origin, ...headers },
    ...(body === undefined ? {} : { data: body }),
    maxRedirects: 0,
  });
  return { status: response.status(), text: await response.text() };
}

/** A session of a person, without a browser. */
export type Session = {
  /** Sends a request as the signed-in person, and reads the whole response. */
  readonly get: (path: string) => Promise<Response>;
  /** Sends a request as the signed-in person, and returns the status and the JSON body of the response. */
  readonly read: (path: string) => Promise<{ readonly status: number; readonly body: unknown }>;
};

/**
 * Signs a person in as the owner of an account, without a browser. When no e-mail address is given, creates a new
 * person.
 */
export async function openSession(
  system: Signer & Pick<System, 'dashboardUrl' | 'postgresUrl'>,
  accountId: string,
  email = `${randomUUID()}@example.com`,
): Promise<Session> {
  const person = { email, accountId, accountName: 'Session' };
  await forgetAttempts(system);
  const signedIn = await fetch(await signInLink(system, person), { redirect: 'manual' });
  if (signedIn.headers.getSetCookie().length === 0) {
    throw new Error(`the dashboard opened no session: it answered ${signedIn.status}`);
  }
  const cookies = signedIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const cookie = cookies.join('; ');
  const request = (path: string): Promise<Response> =>
    fetch(`${dashboardUrlOf(system)}${path}`, { headers: { cookie } });
  return {
    get: async (path) => {
      const response = await request(path);
      await response.arrayBuffer();
      return response;
    },
    read: async (path) => {
      const response = await request(path);
      return { status: response.status, body: (await response.json()) as unknown };
    },
  };
}

/**
 * Keeps a session busy while `work` runs. Its requests go to a path without an endpoint, so even a slow machine can
 * exceed the session's limit. Returns the refusals that the session got.
 */
export async function whileBusy(
  { get }: Session,
  work: (refused: readonly Response[]) => Promise<void>,
): Promise<Response[]> {
  const refused: Response[] = [];
  let isOver = false;
  const attack = async (): Promise<void> => {
    while (!isOver) {
      const response = await get('/api/nothing');
      if (response.status !== 404) {
        refused.push(response);
      }
    }
  };
  const attackers = Array.from({ length: 8 }, attack);
  try {
    await work(refused);
  } finally {
    isOver = true;
    await Promise.all(attackers);
  }
  return refused;
}
