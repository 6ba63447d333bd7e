import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadSwapVectors, type SwapVector } from '../../services/sandbox/src/testing/swap-vectors.ts';
import { vectorTrade, type VectorTrade } from '../conformance/support/vector-trades.ts';
import { createAccount, getData, send, sharedSystem, until, type TestAccount } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
/** Independence of nodes is proven by what is seen over time. */
const measuredWithinMs = 240_000;
/** All vectors of one kind of pool, changes to the chain included. */
const answeredWithinMs = 240_000;
/** Telling nodes apart anew. */
const leveledWithinMs = 60_000;
/** What was put by hand, by address. */
const set = new Map<string, string>();
let account: TestAccount;

async function maxLevel(): Promise<string | undefined> {
  const { body } = await send(`${url}/v1/types`, { key: account.key });
  const entries = body['types'] as readonly { readonly type: string; readonly maxLevel: string }[];
  return entries.find(({ type }) => type === 'chain.swap_quote')?.maxLevel;
}

beforeAll(async () => {
  account = await createAccount(system);
  await until(maxLevel, (level) => level === 'anchored', measuredWithinMs);
}, measuredWithinMs + 10_000);

afterAll(restore);

async function control(method: 'PUT' | 'DELETE', address: string, body?: object): Promise<void> {
  const answer = await send(`${system.sandboxUrl}/control/accounts/${address}`, {
    method,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) {
    throw new Error(`the sandbox refused ${address}: ${answer.text}`);
  }
}

async function restore(): Promise<void> {
  for (const address of set.keys()) {
    await control('DELETE', address);
  }
}

/** Puts the chain of a vector in the place of the sandbox's own. What an earlier one left besides is in nobody's way. */
async function place({ ledger }: VectorTrade): Promise<void> {
  for (const [address, { lamports, owner, executable, data }] of ledger) {
    const written = {
      lamports: Number(lamports),
      data: [Buffer.from(data).toString('base64'), 'base64'],
      owner,
      executable,
    };
    if (set.get(address) !== JSON.stringify(written)) {
      await control('PUT', address, written);
      set.set(address, JSON.stringify(written));
    }
  }
}

type Told = { readonly ok: boolean; readonly amountOut?: string };

/**
 * The answer to a vector. Changes by hand reach all nodes at one moment, so many of them in a row make the nodes look like
 * one; the level is then waited for.
 */
async function answerOf(vector: SwapVector, index: number): Promise<Record<string, unknown>> {
  const trade = vectorTrade(vector, index % 2 === 0 ? 'existing' : 'missing');
  await place(trade);
  const params = { ...trade.request, amountIn: trade.request.amountIn.toString() };
  const wanted = trade.whole ? 'anchored' : 'consensus';
  const answer = await until(
    () => getData(url, account.key, 'chain.swap_quote', params),
    ({ body }) => body['status'] !== 'delivered' || levelOf(body) === wanted,
    leveledWithinMs,
  );
  const { data, status } = answer.body as { readonly data?: Record<string, unknown>; readonly status: string };
  return status === 'delivered'
    ? { id: vector.id, status, amountOut: data?.['amountOut'], simulated: data?.['simulated'] === trade.whole }
    : { id: vector.id, status: 'not delivered' };
}

function levelOf(body: Record<string, unknown>): string | undefined {
  return (body['verification'] as { readonly level: string } | undefined)?.level;
}

function expected({ id, expected: told }: SwapVector): Record<string, unknown> {
  const { ok, amountOut } = told as Told;
  return ok && amountOut !== '0'
    ? { id, status: 'delivered', amountOut, simulated: true }
    : { id, status: 'not delivered' };
}

test.each(['cpmm.json', 'dammv2.json'])(
  'every recorded swap comes through the whole system as the real program made it, simulated and anchored: %s',
  async (file) => {
    const vectors = loadSwapVectors(file);
    for (const [index, vector] of vectors.entries()) {
      expect(await answerOf(vector, index)).toEqual(expected(vector));
    }
  },
  answeredWithinMs,
);
