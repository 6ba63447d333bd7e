import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { startGateway, type TestGateway } from '../testing/gateway.ts';
import { maxBodyBytes } from './request-body.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
  key = gateway.billing.open().key;
});
afterAll(() => gateway.close());

const question = '{"type":"token.price"}';
const padded = (size: number): string => question + ' '.repeat(size - question.length);
const get = (body: unknown, headers: Record<string, string> = {}, chunked = false) =>
  gateway.send('/v1/get_data', { method: 'POST', body, headers, key, chunked });

test.each<[string, string | Uint8Array]>([
  ['nothing at all', ''],
  ['half an object', '{"type":'],
  ['an array', '[{"type":"token.price"}]'],
  ['null', 'null'],
  ['a string', '"token.price"'],
  ['two objects', '{}{}'],
  ['a byte order mark before a valid object', `\uFEFF${question}`],
  ['UTF-16', Buffer.from(question, 'utf16le')],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['half of a surrogate pair in a value', '{"type":"token.price","params":{"token":"\\ud83d"}}'],
  ['half of a surrogate pair in a name', '{"type":"token.price","params":{"\\udc00":1}}'],
])('%s is INVALID_JSON', async (_title, body) => {
  const answer = await get(body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
});

test.each([
  ['application/json'],
  ['application/json; charset=utf-8'],
  ['Application/JSON;charset="UTF-8"'],
  ['application/json; version=1; charset=utf8'],
])('a body of %s is read', async (contentType) => {
  expect(await get(question, { 'content-type': contentType })).toMatchObject({ status: 200 });
});

test.each<[Record<string, string>]>([
  [{ 'content-type': 'text/plain' }],
  [{ 'content-type': '' }],
  [{ 'content-type': 'application/jsonp' }],
  [{ 'content-type': 'application/vnd.api+json' }],
  [{ 'content-type': 'application/x-www-form-urlencoded' }],
  [{ 'content-type': 'application/json; charset=iso-8859-1' }],
  [{ 'content-encoding': 'gzip' }],
  [{ 'content-encoding': 'identity' }],
])('%p is 415', async (headers) => {
  expect(await get(question, headers)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
});

test('the message about a wrong media type names what was sent and what is right', async () => {
  const answer = await get(question, { 'content-type': 'application/x-www-form-urlencoded' });
  expect(answer.body['error']).toBe(
    'send "Content-Type: application/json": this request says "application/x-www-form-urlencoded"',
  );
  const long = await get(question, { 'content-type': `text/${'x'.repeat(500)}` });
  expect(String(long.body['error']).length).toBeLessThan(140);
});

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test.each(['/v1/get_data', '/v1/gate', '/v1/ask', '/v1/watch'])('%s refuses a body of 33 levels', async (path) => {
  for (const levels of [33, 20_000]) {
    const body = `{"type":"funding.rate","query":${nested(levels - 1)},"params":{},"pool":1}`;
    const answer = await gateway.send(path, { body, key });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID_JSON', traceId: answer.headers['x-trace-id'] },
    });
  }
});

test('a body of 32 levels is read, and an error repeats only the scalars of its parameters', async () => {
  const deep = `{"type":"funding.rate","params":{"symbol":${nested(30)}}}`;
  expect(await get(deep)).toMatchObject({ status: 400, body: { code: 'MISSING_PARAM', params: {} } });
  const params = { symbol: `${'x'.repeat(199)}😀😀`, venue: null };
  expect(await get({ type: 'funding.rate', params })).toMatchObject({
    status: 400,
    body: { code: 'MISSING_PARAM', missing: ['venue'], params: { symbol: `${'x'.repeat(199)}😀…`, venue: null } },
  });
});

test.each([
  ['{"type":"token.price","minLevel":"anchored",\n"minLevel":"consensus"}', 'line 2, column 1: the name "minLevel"'],
  ['{"type":"token.price","params":{"token":"SOL","tok\\u0065n":"BTC"}}', 'line 1, column 47: the name "token"'],
])('a name that occurs twice in one object is refused with its place: %s', async (body, place) => {
  const verified = gateway.engine.verified.length;
  expect(await get(body)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_JSON', error: `${place} occurs twice in one object; send it once` },
  });
  expect(gateway.engine.verified).toHaveLength(verified);
});

test('a body that is no JSON is refused with the line and the column', async () => {
  expect((await get('{\n  "type": "token.price"\n  "params": {}\n}')).body).toMatchObject({
    code: 'INVALID_JSON',
    error: 'line 3, column 3: expected "," or the end of the object or array',
  });
});

test.each([
  [{ type: 'token.price', minLevl: 'anchored' }, 'minLevl', 'minLevel'],
  [{ type: 'token.price', min_level: 'anchored' }, 'min_level', 'minLevel'],
  [{ type: 'token.price', prams: { token: 'BTC' } }, 'prams', 'params'],
])('an unknown field of %j is refused, and nothing is asked or charged', async (body, param, nearest) => {
  const verified = gateway.engine.verified.length;
  expect(await get(body)).toMatchObject({
    status: 400,
    body: {
      code: 'INVALID_PARAM',
      param,
      type: 'token.price',
      error: `the body has no field "${param}"; did you mean "${nearest}"? It takes type, params, minLevel`,
    },
  });
  expect(gateway.engine.verified).toHaveLength(verified);
});

test.each([
  ['with a Content-Length', false],
  ['without a Content-Length', true],
])('64 KiB %s is read, and one byte more is 413', async (_title, chunked) => {
  expect(await get(padded(maxBodyBytes), {}, chunked)).toMatchObject({ status: 200 });
  expect(await get(padded(maxBodyBytes + 1), {}, chunked)).toMatchObject({ status: 413 });
  expect(await get(padded(maxBodyBytes * 8), {}, chunked)).toMatchObject({ status: 413 });
});

test('names that every JavaScript object has are unknown parameters', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const answer = await get(`{"type":"token.price","params":{"${name}":"SOL"}}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PARAM', param: name } });
  }
});

test('a sender that never stops gets an answer, and then its connection is closed', async () => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /v1/get_data HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const answered = once(socket, 'data');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  sendWithoutEnd(socket);
  const [first] = (await answered) as [Buffer];
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 413 /);
  await closed;
  expect(socket.bytesWritten).toBeLessThan(32 * 1_048_576);
});

function sendWithoutEnd(socket: Socket): void {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk)) {
      // Writes until the kernel's buffer is full. The drain event then starts the next writes.
    }
  };
  socket.on('drain', more);
  more();
}

test('100 Continue is sent only to a caller with a well-formed key', async () => {
  const asking = async (withKey: string): Promise<string> => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `POST /v1/get_data HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${withKey}\r\nexpect: 100-continue\r\n` +
        `content-type: application/json\r\ncontent-length: ${question.length}\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return first.toString('latin1').split('\r\n')[0] ?? '';
  };
  expect(await asking(key)).toBe('HTTP/1.1 100 Continue');
  expect(await asking('nonsense')).toBe('HTTP/1.1 401 Unauthorized');
});
