import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadSwapVectors, type SwapVector } from '../../services/sandbox/src/testing/swap-vectors.ts';
import { vectorTrade, type VectorTrade } from '../conformance/support/vector-trades.ts';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { entryOf, levelOf } from './support/catalog.ts';
import { nodesMeasuredWithinMs } from './support/nodes.ts';
import { openAccountOverrides } from './support/sandbox-control.ts';
import { getData, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
/** Maximum time for all vectors of one kind of pool, in milliseconds. */
const vectorsWithinMs = 240_000;
/** Maximum time until the nodes are measured to be independent again, in milliseconds. */
const levelWithinMs = 60_000;
const overrides = openAccountOverrides(system);
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(system);
  await until(
    () => entryOf(system, account.key, 'chain.swap_quote'),
    (entry) => entry?.maxLevel === 'anchored',
    nodesMeasuredWithinMs,
  );
}, nodesMeasuredWithinMs + 10_000);

afterAll(() => overrides.clear());

/** Sets the accounts of a vector on the sandbox's chain. Accounts of earlier vectors remain, which is harmless. */
async function setAccounts({ ledger }: VectorTrade): Promise<void> {
  for (const [address, { lamports, owner, executable, data }] of ledger) {
    const base64 = Buffer.from(data).toString('base64');
    await overrides.set(address, { lamports: Number(lamports), data: [base64, 'base64'], owner, executable });
  }
}

type ExpectedSwap = { readonly ok: boolean; readonly amountOut?: string };

/**
 * Returns the result of a vector's swap. All nodes show a changed account at the same moment, so many changes make the
 * nodes look dependent. The function then waits until the answer reaches the expected level again.
 */
async function resultOf(vector: SwapVector, index: number): Promise<Record<string, unknown>> {
  const trade = vectorTrade(vector, index % 2 === 0 ? 'existing' : 'missing');
  await setAccounts(trade);
  const params = { ...trade.request, amountIn: trade.request.amountIn.toString() };
  const expectedLevel = trade.whole ? 'anchored' : 'consensus';
  const answer = await until(
    () => getData(url, account.key, 'chain.swap_quote', params),
    (response) => response.body['status'] !== 'delivered' || levelOf(response) === expectedLevel,
    levelWithinMs,
  );
  const { data, status } = answer.body as { readonly data?: Record<string, unknown>; readonly status: string };
  return status === 'delivered'
    ? { id: vector.id, status, amountOut: data?.['amountOut'], simulated: data?.['simulated'] === trade.whole }
    : { id: vector.id, status: 'not delivered' };
}

function expectedOf({ id, expected }: SwapVector): Record<string, unknown> {
  const { ok, amountOut } = expected as ExpectedSwap;
  return ok && amountOut !== '0'
    ? { id, status: 'delivered', amountOut, simulated: true }
    : { id, status: 'not delivered' };
}

test.each(['cpmm.json', 'dammv2.json'])(
  'every recorded swap of %s has the output of the real program, simulated and anchored',
  async (file) => {
    const vectors = loadSwapVectors(file);
    for (const [index, vector] of vectors.entries()) {
      expect(await resultOf(vector, index)).toEqual(expectedOf(vector));
    }
  },
  vectorsWithinMs,
);
