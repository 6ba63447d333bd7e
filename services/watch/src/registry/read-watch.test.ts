import { loadCatalog } from '@assay/catalog/catalog';
import resolveAddress from '@assay/catalog/types/chain-resolve-address/type';
import { createEgress } from '@assay/egress/egress';
import { Fault } from '@assay/faults/faults';
import { expect, test } from '@jest/globals';
import { readWatch, type WatchRequest } from './read-watch.ts';

const catalog = await loadCatalog();
const egress = createEgress({
  allow: [],
  ownAddresses: [],
  resolve: async (name) =>
    name === 'hooks.example.com' ? ['8.8.8.8'] : name === 'inside.example.com' ? ['10.0.0.1'] : [],
});

const address = 'So11111111111111111111111111111111111111112';
const otherAddress = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const webhookUrl = 'https://hooks.example.com/assay?x=1';
const good = { type: 'chain.resolve_address', params: { address }, webhookUrl };

const read = (body: object): Promise<WatchRequest> =>
  readWatch(body as Readonly<Record<string, unknown>>, { catalog, registerUrl: egress.register, nodeCount: 2 });

async function rejectionOf(body: object): Promise<string> {
  const thrown: unknown = await read(body).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code: 'WATCH_REJECTED' });
  return thrown instanceof Fault ? thrown.message : '';
}

test('a minimal body is read with defaults', async () => {
  expect(await read(good)).toEqual({
    type: 'chain.resolve_address',
    params: { address },
    condition: undefined,
    minLevel: 'single_source',
    webhookUrl,
    minIntervalSeconds: 30,
    watchedAddress: address,
  });
});

test('null in an optional field is absent, in the fields of a condition too', async () => {
  const nulls = { condition: null, minLevel: null, minIntervalSeconds: null };
  expect(await read({ ...good, ...nulls })).toEqual(await read(good));
  const condition = { field: 'onCurve', changes: true };
  expect((await read({ ...good, condition: { ...condition, crosses: null, direction: null } })).condition).toEqual(
    condition,
  );
});

test.each([
  ['chain.resolve_address', { address }, address],
  ['chain.can_sign', { signer: otherAddress, target: address }, address],
  ['chain.token_risk', { address }, address],
  ['chain.pool_state', { pool: address }, address],
  ['chain.token_account_owner', { account: address }, address],
])('%s watches the address that its type names', async (type, params, watched) => {
  expect((await read({ ...good, type, params })).watchedAddress).toBe(watched);
});

test('parameters and the watched address are in normal form', async () => {
  const { params, watchedAddress } = await read({ ...good, params: { address: ` ${address} ` } });
  expect({ params, watchedAddress }).toEqual({ params: { address }, watchedAddress: address });
});

test.each([[0], [86_400], [1e2]])('an interval of %s seconds is accepted', async (minIntervalSeconds) => {
  expect((await read({ ...good, minIntervalSeconds })).minIntervalSeconds).toBe(minIntervalSeconds);
});

test.each([['name'], ['conditions'], ['Condition'], ['webhookSecret']])(
  'a body with the unknown field %s is refused, and the message names it and the fields that exist',
  async (field) => {
    const message = await rejectionOf({ ...good, [field]: { field: 'onCurve', changes: true } });
    expect(message).toContain(`"${field}"`);
    expect(message).toContain('type, params, condition, minLevel, webhookUrl, minIntervalSeconds');
  },
);

test('a text that is cut inside a surrogate pair is refused with a well-formed message', async () => {
  const text = `${'x'.repeat(63)}😀tail`;
  const bodies = [
    { ...good, type: text },
    { ...good, [text]: 1 },
    { ...good, params: { address, [text]: 1 } },
    { ...good, condition: { [text]: 1 } },
    { ...good, condition: { field: text, changes: true } },
  ];
  for (const body of bodies) {
    const message = await rejectionOf(body);
    expect(message).toContain('😀');
    expect(() => encodeURI(message)).not.toThrow();
  }
});

test.each([
  ['no type', { ...good, type: undefined }, '"type" must be one of the watchable types: chain.can_sign'],
  ['a type that is no text', { ...good, type: 5 }, '"type" must be one of'],
  ['an unknown type', { ...good, type: 'chain.weather' }, '"chain.weather" cannot be watched'],
  ['a type without an address', { ...good, type: 'token.price', params: {} }, '"token.price" cannot be watched'],
  ['the quote of a swap', { ...good, type: 'chain.swap_quote' }, '"chain.swap_quote" cannot be watched'],
  ['a name of every object', { ...good, type: 'constructor' }, 'cannot be watched'],
  ['no params', { ...good, params: undefined }, '"params" must be an object with the type\'s parameters'],
  ['params that are a list', { ...good, params: [address] }, '"params" must be an object'],
  ['a missing parameter', { ...good, params: {} }, 'chain.resolve_address needs address'],
  ['a parameter that is null', { ...good, params: { address: null } }, 'chain.resolve_address needs address'],
  ['one of two missing', { ...good, type: 'chain.can_sign', params: { target: address } }, 'needs signer'],
  ['an unknown parameter', { ...good, params: { address, addres: otherAddress } }, 'has no parameter "addres"'],
  ['a malformed address', { ...good, params: { address: 'So1' } }, 'must be an address: 32 bytes in base58'],
  ['an address of another kind', { ...good, params: { address: 5 } }, 'must be an address'],
  ['a field that the type lacks', { ...good, condition: { field: 'owner', changes: true } }, 'has no field "owner"'],
  [
    'half a second',
    { ...good, minIntervalSeconds: 0.5 },
    '"minIntervalSeconds" must be a whole number from 0 to 86400',
  ],
  ['a negative interval', { ...good, minIntervalSeconds: -1 }, '"minIntervalSeconds" must be'],
  ['more than a day', { ...good, minIntervalSeconds: 86_401 }, '"minIntervalSeconds" must be'],
  ['an interval in words', { ...good, minIntervalSeconds: '30' }, '"minIntervalSeconds" must be'],
  [
    'a level that does not exist',
    { ...good, minLevel: 'certain' },
    '"minLevel" must be "single_source", "consensus" or',
  ],
  ['a level that is no text', { ...good, minLevel: 2 }, '"minLevel" must be'],
  ['a misspelt level', { ...good, minlevel: 'anchored' }, 'did you mean "minLevel"'],
  ['no URL', { ...good, webhookUrl: undefined }, '"webhookUrl" must be the http or https URL'],
  ['a URL that is no text', { ...good, webhookUrl: {} }, '"webhookUrl" must be the http or https URL'],
  ['a name that does not resolve', { ...good, webhookUrl: 'https://nowhere.example.com/' }, 'does not resolve'],
  ['a name of a private address', { ...good, webhookUrl: 'https://inside.example.com/' }, 'public addresses only'],
  ['a private address', { ...good, webhookUrl: 'http://192.168.1.1/' }, 'can allow a network in ASSAY_EGRESS_ALLOW'],
  ['a single label', { ...good, webhookUrl: 'https://intranet/' }, 'must name a host of the public internet'],
  ['the name of this machine', { ...good, webhookUrl: 'http://localhost:8000/' }, 'of the service, write 127.0.0.1'],
  ['credentials', { ...good, webhookUrl: 'https://me:pw@hooks.example.com/' }, 'user name or password'],
  ['port 0', { ...good, webhookUrl: 'https://hooks.example.com:0/' }, 'port 0'],
  ['another scheme', { ...good, webhookUrl: 'ftp://hooks.example.com/' }, 'must begin with http'],
  ['a long URL', { ...good, webhookUrl: `https://hooks.example.com/${'x'.repeat(2_048)}` }, 'at most 2,048 characters'],
])('%s is rejected with a message that names it', async (_what, body, words) => {
  expect(await rejectionOf(body)).toContain(words);
});

test('no message about a URL contains the address of its host', async () => {
  expect(await rejectionOf({ ...good, webhookUrl: 'https://inside.example.com/' })).not.toContain('10.0.0.1');
});

test('too many URL checks at once throw OVERLOADED and do not reject the watch', async () => {
  const busy = () => Promise.reject(new Fault('OVERLOADED'));
  await expect(readWatch(good, { catalog, registerUrl: busy, nodeCount: 2 })).rejects.toMatchObject({
    code: 'OVERLOADED',
  });
});

test('without a node a valid watch is refused, and it may be accepted later', async () => {
  const readWithout = (body: object): Promise<WatchRequest> =>
    readWatch(body as typeof good, { catalog, registerUrl: egress.register, nodeCount: 0 });
  await expect(readWithout(good)).rejects.toMatchObject({ code: 'WATCH_REJECTED', isMendable: true });
  await expect(readWithout(good)).rejects.toThrow(/has no node of the chain.*Ask its operator/);
  await expect(readWithout({ ...good, webhookUrl: 'http://10.0.0.1/' })).rejects.toThrow(/^"webhookUrl"/);
});

test.each(['single_source', 'consensus', 'anchored'])('a watch may require the level %s', async (minLevel) => {
  expect((await read({ ...good, minLevel })).minLevel).toBe(minLevel);
});

test('a level that the type can never reach is refused, and the message names the highest level and the reason', async () => {
  const levelCeilingReason = 'every source repeats one counter';
  const capped = new Map(catalog).set(good.type, { ...resolveAddress, levelCeiling: 'consensus', levelCeilingReason });
  const readCapped = (minLevel: string): Promise<WatchRequest> =>
    readWatch({ ...good, minLevel }, { catalog: capped, registerUrl: egress.register, nodeCount: 2 });
  await expect(readCapped('anchored')).rejects.toMatchObject({ code: 'WATCH_REJECTED', isMendable: false });
  await expect(readCapped('anchored')).rejects.toThrow(
    /^"minLevel": chain.resolve_address reaches at most "consensus" \(every source repeats one counter\)/,
  );
  expect((await readCapped('consensus')).minLevel).toBe('consensus');
});

test('with one node a level above single_source is refused, and it may be accepted later', async () => {
  const readAlone = (minLevel?: string): Promise<WatchRequest> =>
    readWatch({ ...good, minLevel }, { catalog, registerUrl: egress.register, nodeCount: 1 });
  for (const minLevel of ['consensus', 'anchored']) {
    await expect(readAlone(minLevel)).rejects.toMatchObject({ code: 'WATCH_REJECTED', isMendable: true });
    await expect(readAlone(minLevel)).rejects.toThrow(/^"minLevel": this service reads the chain from one node/);
  }
  expect((await readAlone()).minLevel).toBe('single_source');
});
