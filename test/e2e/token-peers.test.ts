import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { levelOf } from './support/catalog.ts';
import {
  createAccount,
  getData,
  send,
  setProvider,
  sharedSystem,
  until,
  type Answer,
  type TestAccount,
} from './support/system.ts';

const system = sharedSystem();
const peers = ['rugcheck', 'goplus'] as const;
/** Independence of nodes is proven by what is seen over time. */
const measuredWithinMs = 240_000;

let account: TestAccount;
let mints: Readonly<Record<string, string>>;

function riskOf(mint: string): Promise<Answer> {
  return getData(system.gatewayUrl, account.key, 'chain.token_risk', { address: mint });
}

function mintOf(name: string): string {
  const mint = mints[name];
  if (mint === undefined) {
    throw new Error(`the sandbox has no mint ${name}`);
  }
  return mint;
}

/** Two readings, two lists and two peers of a hundred micro-credits each, with a quarter on top. */
const withPeers = 0.00075;

/** Waits until both peers are asked again: one that failed is given time. */
async function recovered(): Promise<void> {
  await until(
    () => riskOf(mintOf('safe')),
    (answer) => levelOf(answer) === 'anchored' && answer.body['debitedCredits'] === withPeers,
    measuredWithinMs,
  );
}

beforeAll(async () => {
  account = await createAccount(system);
  const { body } = await send(`${system.sandboxUrl}/control`);
  ({ mints } = (body['chain'] as { fixtures: { mints: Readonly<Record<string, string>> } }).fixtures);
  await recovered();
}, measuredWithinMs);

afterEach(async () => {
  for (const peer of peers) {
    await setProvider(system, peer, { state: 'up' });
  }
});

afterAll(recovered, measuredWithinMs);

test('peers that agree with the chain are asked and paid for, and change nothing else', async () => {
  for (const name of ['safe', 'risky', 'transferFee', 'permanentDelegate', 'metaplexMutable']) {
    const answer = await riskOf(mintOf(name));
    expect([name, answer.status, levelOf(answer)]).toEqual([name, 200, 'anchored']);
    expect([name, answer.body['debitedCredits']]).toEqual([name, withPeers]);
  }
});

test.each(peers)('%s lying about who can mint gets the call refused, uncharged, and is named', async (peer) => {
  const { body } = await riskOf(mintOf('safe'));
  await setProvider(system, peer, { state: 'up', skewBps: 1 });
  for (const [name, says] of [
    ['safe', 'it says that more of the token can be created'],
    ['mintable', 'it says that no more of the token can be created'],
  ] as const) {
    const refused = await riskOf(mintOf(name));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'NO_QUALIFYING_DELIVERY', debitedCredits: 0 });
    expect(refused.body['reason']).toContain(`sandbox.${peer} contradicts the state of the chain: ${says}`);
    expect(refused.body['balanceAfter']).toBe(body['balanceAfter']);
  }
});

test.each(['down', 'error', 'garbage', 'rate_limited', 'slow'])('peers that are %s say nothing', async (state) => {
  await recovered();
  for (const peer of peers) {
    await setProvider(system, peer, { state, skewBps: 1 });
  }
  const answer = await riskOf(mintOf('safe'));
  expect([answer.status, levelOf(answer)]).toEqual([200, 'anchored']);
});
