import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics, type Metrics } from '@assay/telemetry/metrics';
import { createOperatorAccess } from '@assay/runtime/operator-access';
import type { Finding } from '@assay/diagnosis/finding';
import { createDoctorPage, type DoctorPagePorts } from './doctor-page.ts';

const rootToken = 'the-token-of-root';
const finding: Finding = {
  subject: 'provider',
  name: 'kraken',
  status: 'failure',
  outcome: 'key_refused',
  message: 'kraken refuses <us>',
  remedy: 'Check the key.',
  facts: {},
};

type Answer = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly text: string };

let server: Server;
let metrics: Metrics;
let lines: string[];
let openCalls: Parameters<DoctorPagePorts['openParts']>[];
let run: () => Promise<readonly Finding[]>;
let findOperator: () => Promise<string | undefined>;

beforeEach(async () => {
  metrics = createMetrics('dashboard');
  lines = [];
  openCalls = [];
  run = async () => [finding];
  findOperator = async () => undefined;
  const log = createLogger('dashboard', 'trace', { output: { write: (line) => void lines.push(line) } });
  const operators = createOperatorAccess(
    {
      service: 'dashboard',
      names: ['GetDiagnosis'],
      rootToken,
      findOperator: () => findOperator(),
      record: async () => undefined,
      argumentsOf: (_method, sent) => ({ ...(sent as object) }),
    },
    { log, metrics },
    // The clock does not advance, so no used-up attempt becomes available again.
    () => 1_000,
  );
  const openParts: DoctorPagePorts['openParts'] = (...arguments_) => {
    openCalls.push(arguments_);
    return { parts: [{ title: 'engine', run: () => run() }], close: () => undefined };
  };
  const page = createDoctorPage({ operators, openParts }, { log });
  server = createServer((incoming, response) => void page(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const hostOf = (): string => `127.0.0.1:${(server.address() as { port: number }).port}`;

/** Sends a request with a Host and an Origin that the test chooses. fetch does not allow setting them. */
function ask(method: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`http://${hostOf()}/doctor`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function post(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${hostOf()}` };
  return ask('POST', { ...form, ...headers }, new URLSearchParams(fields).toString());
}

test('the page shows a form without scripts, whose token no browser stores', async () => {
  const { status, headers, text } = await ask('GET', {});
  expect(status).toBe(200);
  expect(text).toMatch(/<input type="password" name="token" required maxlength="500" autocomplete="off"/);
  expect(text).not.toMatch(/<script|src=| value="(?!on")/);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
});

test('a check with the right token shows the report, with the choices, and neither shows nor logs the token', async () => {
  const { status, text } = await post({ token: rootToken, billed: 'on' });
  expect(status).toBe(200);
  expect(text).toContain('kraken refuses &lt;us&gt;');
  expect(text).toContain('1 failed');
  expect(openCalls).toEqual([[rootToken, { allAssets: false, billed: true }]]);
  expect(text + lines.join('')).not.toContain(rootToken);
  expect(lines.join('')).toContain('performed an operator action');
});

test('wrong tokens reach no service, are counted, and wait after the tenth', async () => {
  const statuses: number[] = [];
  for (let tried = 0; tried < 12; tried += 1) {
    statuses.push((await post({ token: `aop_wrong_${tried}` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  expect(openCalls).toEqual([]);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/assay_operator_refusals_total\{[^}]*method="GetDiagnosis",reason="token"[^}]*\} 10/);
  expect(text).toMatch(/assay_operator_refusals_total\{[^}]*method="GetDiagnosis",reason="limit"[^}]*\} 2/);
  expect(lines.join('')).not.toContain('aop_wrong_');
  expect((await post({ token: rootToken })).text).toMatch(/too many wrong operator tokens .* wait \d+ seconds/);
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a page without an origin', { origin: 'null' }],
  ['a browser that names another site', { 'sec-fetch-site': 'cross-site' }],
  ['a browser that names a sibling', { 'sec-fetch-site': 'same-site' }],
  ['a foreign name that leads here', { origin: 'http://evil.example', host: 'evil.example' }],
])('a form from %s is refused, also with the right token', async (_from, headers) => {
  expect((await post({ token: rootToken }, headers)).status).toBe(403);
  expect(openCalls).toEqual([]);
});

test('a POST without an origin, and a GET by a foreign name, are refused', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await ask('POST', form, `token=${rootToken}`)).status).toBe(403);
  expect((await ask('GET', { host: 'evil.example' })).status).toBe(403);
  expect((await ask('GET', { host: 'localhost:9464' })).status).toBe(200);
  expect((await ask('GET', { host: '[::1]:9464' })).status).toBe(200);
  expect(openCalls).toEqual([]);
});

test.each([
  ['no token', { token: '' }, {}, 400, /token of an operator: /],
  ['a token with a space', { token: 'a b' }, {}, 400, /1 to 500 characters/],
  ['another type', { token: rootToken }, { 'content-type': 'application/json' }, 415, /urlencoded/],
  ['a long form', { token: rootToken, more: 'x'.repeat(500_000) }, {}, 413, /4096 bytes/],
])('a form with %s gets an answer that says what is right', async (_what, fields, headers, status, text) => {
  const answer = await post(fields, headers);
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.stringMatching(text) });
  expect(openCalls).toEqual([]);
});

test('another method is refused with the methods that the page answers', async () => {
  const { status, headers } = await ask('DELETE', {});
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
});

test('a second check is refused while one runs, and the next one is not', async () => {
  let finish: (findings: readonly Finding[]) => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    run = () => {
      resolve();
      return new Promise((end) => (finish = end));
    };
  });
  const first = post({ token: rootToken });
  await begun;
  const second = await post({ token: rootToken });
  expect(second.status).toBe(429);
  expect(second.text).toContain('A check is running');
  finish([finding]);
  expect((await first).status).toBe(200);
  run = async () => [finding];
  expect((await post({ token: rootToken })).status).toBe(200);
});

test('a service that does not answer is a failed line, and billing that cannot check a token is named', async () => {
  run = () => Promise.reject(new Error('the engine does not answer'));
  expect((await post({ token: rootToken })).text).toContain('the engine does not answer');
  findOperator = () => Promise.reject(new Fault('UNAVAILABLE'));
  const answer = await post({ token: 'aop_named' });
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('Billing does not answer')]);
  findOperator = () => Promise.reject(new TypeError('a mistake'));
  expect((await post({ token: 'aop_named' })).status).toBe(500);
  expect(lines.join('')).toContain('a mistake');
});
