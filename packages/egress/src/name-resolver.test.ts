import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgress } from './egress.ts';
import { createNameResolver } from './name-resolver.ts';
import { startNameServer, type NameServer } from './testing/name-server.ts';

const v6 = '26064700470000000000000000001111';
let server: NameServer;

beforeAll(async () => {
  server = await startNameServer({
    'both.example.com': { a: ['8.8.8.8', '8.8.4.4'], aaaa: [v6] },
    'only-four.example.com': { a: ['8.8.8.8'] },
    'empty.example.com': {},
    'fails.example.com': 'fails',
    'silent.example.com': 'silent',
    'alias.example.com': { cname: 'db.inside.example.com' },
    'db.inside.example.com': { a: ['10.0.0.5'] },
    'mixed.example.com': { a: ['8.8.8.8'], aaaa: [`fd${v6.slice(2)}`] },
    'many.example.com': { a: [...Array.from({ length: 24 }, (_, index) => `8.8.8.${index}`), '192.168.0.1'] },
  });
});

afterAll(() => server.close());

const never = new AbortController().signal;

test('the resolver asks for both families and returns what the servers answer at that moment', async () => {
  const resolve = createNameResolver({ servers: [server.address] });
  expect(await resolve('both.example.com', never)).toEqual(['8.8.8.8', '8.8.4.4', '2606:4700:4700::1111']);
  expect(await resolve('only-four.example.com', never)).toEqual(['8.8.8.8']);
});

test('the resolver ignores the hosts file and search domains', async () => {
  const before = server.questions().length;
  const resolve = createNameResolver({ servers: [server.address] });
  expect(await resolve('localhost.example.com', never)).toEqual([]);
  expect(
    new Set(
      server
        .questions()
        .slice(before)
        .map(({ name }) => name),
    ),
  ).toEqual(new Set(['localhost.example.com']));
});

test.each(['empty.example.com', 'absent.example.com', 'fails.example.com'])(
  '%s resolves to no address',
  async (name) => {
    expect(await createNameResolver({ servers: [server.address] })(name, never)).toEqual([]);
  },
);

test('an abort ends a resolution that no server answers', async () => {
  const waiting = new AbortController();
  const pendingAddresses = createNameResolver({ servers: [server.address] })('silent.example.com', waiting.signal);
  waiting.abort();
  expect(await pendingAddresses).toEqual([]);
});

test.each([
  ['https://both.example.com/', undefined],
  ['https://alias.example.com/', 'address'],
  ['https://mixed.example.com/', 'address'],
  ['https://many.example.com/', 'address'],
  ['https://absent.example.com/', 'unresolved'],
  ['https://empty.example.com/', 'unresolved'],
  ['https://fails.example.com/', 'unresolved'],
  ['https://silent.example.com/', 'unresolved'],
])('with a real name server, register checks every address of %s: %s', async (url, reason) => {
  const resolve = createNameResolver({ servers: [server.address] });
  const egress = createEgress({ allow: [], ownAddresses: [], resolve, limits: { resolveMs: 300 } });
  const checked = await egress.register(url);
  expect(checked.ok ? undefined : checked.reason).toBe(reason);
});
