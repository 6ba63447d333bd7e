import { createMetrics } from '@assay/telemetry/metrics';
import { beforeEach, expect, test } from '@jest/globals';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { createBrowserRequestLimit, type LimitedRequest, type BrowserRequestLimit } from './request-limit.ts';
import { authPath, sessionCookieName, signInSettings } from './sign-in/auth.ts';
import { noHooks } from './sign-in/testing/sign-in-settings.ts';

const cookieName = 'assay.session_token';
const ip = '203.0.113.7';
const maxEntries = 20;
let metrics: ReturnType<typeof createMetrics>;
let nowMs: number;
let limit: BrowserRequestLimit;

beforeEach(() => {
  nowMs = 0;
  limit = limitOf(cookieName);
});

function limitOf(name: string): BrowserRequestLimit {
  metrics = createMetrics('test');
  return createBrowserRequestLimit({
    session: { perSecond: 10, burst: 3 },
    network: { perSecond: 20, burst: 6 },
    cookieName: name,
    maxEntries,
    now: () => nowMs,
    metrics,
  });
}

function requestOf(cookie: string | undefined, address = ip): LimitedRequest {
  return { headers: { cookie }, ip: address };
}

function withToken(token: string): LimitedRequest {
  return requestOf(`theme=dark; ${cookieName}=${token}.${'s'.repeat(43)}%3D; other=1`);
}

/** Sends requests until the limit refuses one. Returns the number of accepted requests. */
function answeredOf(next: (count: number) => LimitedRequest): number {
  let count = 0;
  while (count < 100 && limit.take(next(count)) === 0) {
    count += 1;
  }
  return count;
}

test('a busy session waits after its burst and gets its requests back, and another of the same network is not touched', async () => {
  limit.onSession('busy');
  limit.onSession('quiet');
  expect(answeredOf(() => withToken('busy'))).toBe(3);
  expect(limit.take(withToken('busy'))).toBe(100);
  expect(limit.take(withToken('quiet'))).toBe(0);
  expect(limit.take(requestOf(undefined))).toBe(0);
  nowMs = 50;
  expect(limit.take(withToken('busy'))).toBe(50);
  nowMs = 100;
  expect(answeredOf(() => withToken('busy'))).toBe(1);
  nowMs = 60_000;
  expect(answeredOf(() => withToken('busy'))).toBe(3);
  expect(await metrics.registry.metrics()).toMatch(/assay_dashboard_limited_requests_total\{limit="session",\S*\} 5\n/);
});

test('made-up cookies and requests without one share the count of their network', () => {
  const cookies = [
    (count: number) => `${cookieName}=made-up-${count}.signature`,
    (count: number) => `${cookieName}=%E0%A4%A${count}`,
    (count: number) => `${cookieName}=${count}`,
    () => `${cookieName}=.`,
    () => ';;=;',
    () => undefined,
  ];
  const cookieOf = (count: number): string | undefined => cookies[count % cookies.length]?.(count);
  expect(answeredOf((count) => requestOf(cookieOf(count)))).toBe(6);
  expect(limit.take(requestOf(undefined, '203.0.113.8'))).toBe(0);
  limit.onSession('known');
  expect(limit.take(withToken('known'))).toBe(0);
});

test('the addresses of an IPv6 network share its count', () => {
  expect(answeredOf((count) => requestOf(undefined, `2001:db8:0:1::${count + 1}`))).toBe(6);
  expect(limit.take(requestOf(undefined, '2001:db8:0:2::1'))).toBe(0);
});

test('another spelling of its cookie is no other session', () => {
  limit.onSession('busy');
  const spellings = [
    `${cookieName}=busy.signature`,
    `${cookieName}=%62usy%2Eother-signature`,
    `${cookieName}="busy.signature"`,
    ` ${cookieName} = busy.signature; ${cookieName}=another.signature`,
  ];
  expect(answeredOf((count) => requestOf(spellings[count % spellings.length]))).toBe(3);
});

test('a session that has ended counts for its network again', () => {
  limit.onSession('ended');
  limit.onNoSession(withToken('ended'));
  limit.onNoSession(requestOf(undefined));
  expect(answeredOf(() => withToken('ended'))).toBe(6);
});

test('no more sessions than the bound are remembered; the oldest counts for its network until it is confirmed again', () => {
  for (let session = 0; session <= maxEntries; session += 1) {
    limit.onSession(`session-${session}`);
  }
  expect(answeredOf(() => withToken('session-0'))).toBe(6);
  expect(answeredOf(() => withToken('session-1'))).toBe(3);
  expect(answeredOf(() => withToken(`session-${maxEntries}`))).toBe(3);
  limit.onSession('session-0');
  expect(answeredOf(() => withToken('session-0'))).toBe(3);
});

/** Signs a person in, with tables in memory. Returns the browser's cookies and the token of the session. */
async function signIn(baseUrl: string): Promise<{ readonly cookie: string; readonly token: string | undefined }> {
  const settings = signInSettings({
    pool: undefined as never,
    baseUrl,
    secret: 'a secret of at least thirty-two characters',
    isSignUpOpen: true,
    oidcProviders: [],
    sendMail: async () => undefined,
    isInvited: async () => false,
    takeSignInLink: () => false,
    guessLimit: { take: async () => 0, giveBack: async () => undefined },
    accountHooks: noHooks,
  });
  const names = ['person', 'session', 'credential', 'verification', 'sign_in_rate', 'member'];
  const tables: Record<string, object[]> = Object.fromEntries(names.map((name) => [name, []]));
  const auth = betterAuth({ ...settings, database: memoryAdapter(tables), logger: { disabled: true } });
  const ask = (path: string, body: object): Promise<Response> =>
    auth.handler(
      new Request(`${baseUrl}${authPath}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl },
        body: JSON.stringify(body),
      }),
    );
  const credentials = { email: 'ann@example.com', password: 'correct horse battery staple' };
  await ask('sign-up/email', { name: 'Ann', ...credentials });
  tables['person'] = tables['person']?.map((person) => ({ ...person, emailVerified: true })) ?? [];
  const answer = await ask('sign-in/email', credentials);
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const session = await auth.api.getSession({ headers: new Headers({ cookie }) });
  return { cookie, token: session?.session.token };
}

test.each(['http://localhost:8090', 'https://dashboard.example.com'])(
  'the cookie that sign-in sets at %s names the session that the database confirms',
  async (baseUrl) => {
    const { cookie, token } = await signIn(baseUrl);
    expect(token).toEqual(expect.any(String));
    limit = limitOf(sessionCookieName(baseUrl));
    limit.onSession(token ?? '');
    expect(answeredOf(() => requestOf(cookie))).toBe(3);
  },
);
