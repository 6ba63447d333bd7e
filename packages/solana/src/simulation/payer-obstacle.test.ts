import { expect, test } from '@jest/globals';
import { addressBytes } from '../addresses/program-address.ts';
import { programs } from '../programs.ts';
import { numberedAddress } from '../testing/chain-accounts.ts';
import { recordedSwap, withBytes, type RecordedSwap } from '../testing/recorded-swaps.ts';
import { payerObstacle } from './payer-obstacle.ts';

const scene = recordedSwap('dammv2-001');
const input = scene.request.inputTokenAccount;
const output = scene.request.outputTokenAccount;

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function delegated(to: string, allowance: bigint): RecordedSwap {
  const sceneWithDelegate = withBytes(scene, input, 72, Buffer.concat([Uint8Array.of(1, 0, 0, 0), addressBytes(to)]));
  return withBytes(sceneWithDelegate, input, 121, u64(allowance));
}

const obstacle = ({ swap, request }: RecordedSwap): string | null => payerObstacle(swap, request);

test('a payer with just enough can make the swap, with or without an existing output account', () => {
  expect(obstacle(scene)).toBeNull();
  expect(obstacle(recordedSwap('dammv2-001', 'missing'))).toBeNull();
});

test.each([
  ['holds one unit too little', withBytes(scene, input, 64, u64(scene.request.amountIn - 1n)), 'less than'],
  ['is frozen', withBytes(scene, input, 108, Uint8Array.of(2)), 'frozen'],
  ['belongs to somebody else', withBytes(scene, input, 32, addressBytes(numberedAddress(8))), 'may move 0'],
])('an input account that %s is an obstacle', (_, changed, reason) => {
  expect(obstacle(changed)).toContain(reason);
});

test('a delegate may move exactly its allowance, even from its own account', () => {
  const { payer, amountIn } = scene.request;
  const ofAnother = (changed: RecordedSwap): RecordedSwap =>
    withBytes(changed, input, 32, addressBytes(numberedAddress(8)));
  expect(obstacle(ofAnother(delegated(payer, amountIn)))).toBeNull();
  expect(obstacle(ofAnother(delegated(payer, amountIn - 1n)))).toContain('may move');
  expect(obstacle(delegated(payer, amountIn - 1n))).toContain('may move');
  expect(obstacle(delegated(numberedAddress(8), 1n))).toBeNull();
});

test.each(['cpmm', 'dammV2', 'associatedToken', 'token'] as const)(
  'the program %s can own tokens but cannot pay for a transaction',
  (name) => {
    const payer = programs[name];
    const { swap, request } = withBytes(scene, input, 32, addressBytes(payer));
    expect(payerObstacle(swap, { ...request, payer })).toContain('is a program');
  },
);

test('a frozen output account is an obstacle', () => {
  expect(obstacle(withBytes(scene, output, 108, Uint8Array.of(2)))).toContain('frozen');
});

test("a missing account is an obstacle, unless it is the payer's associated output account", () => {
  const { direction } = scene.swap;
  const nowhere = { ...direction.outputAccount, mint: null, owner: null, account: null };
  expect(
    payerObstacle({ ...scene.swap, direction: { ...direction, outputAccount: nowhere } }, scene.request),
  ).toContain('does not exist');
  const absent = { ...direction.inputAccount, owner: null, account: null };
  expect(payerObstacle({ ...scene.swap, direction: { ...direction, inputAccount: absent } }, scene.request)).toContain(
    'does not exist',
  );
});

test('a vault or mint that the quote did not need is an obstacle when it is missing', () => {
  const { loaded } = scene.swap;
  if (loaded.kind !== 'damm_v2') {
    throw new Error('the scene is of another kind');
  }
  const [a, b] = loaded.tokens;
  const without = (parts: Partial<typeof a>): string | null =>
    payerObstacle({ ...scene.swap, loaded: { ...loaded, tokens: [{ ...a, ...parts }, b] } }, scene.request);
  expect(without({ vault: null })).toBe(`the vault ${loaded.pool.vaults[0]} of the pool does not exist`);
  expect(without({ mint: null })).toBe(`the mint ${a.address} of the pool does not exist`);
});
