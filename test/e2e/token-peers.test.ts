import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { levelOf } from './support/catalog.ts';
import { readChainFixtures } from './support/chain-fixtures.ts';
import { nodesMeasuredWithinMs } from './support/nodes.ts';
import { openProviderFaults } from './support/sandbox-control.ts';
import { getData, sharedSystem, until, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();
const peers = ['rugcheck', 'goplus'] as const;

const faults = openProviderFaults(system);
let account: TestAccount;
let mints: Readonly<Record<string, string>>;

function riskOf(mint: string): Promise<HttpAnswer> {
  return getData(system.gatewayUrl, account.key, 'chain.token_risk', { address: mint });
}

function mintOf(name: string): string {
  const mint = mints[name];
  if (mint === undefined) {
    throw new Error(`the sandbox has no mint ${name}`);
  }
  return mint;
}

/**
 * The debit in credits of a risk report for which both peers answer. Two reads, two holder lists and two peers cost 100
 * micro-credits each; the markup adds 25 %.
 */
const withPeers = 0.00075;

/** Waits until the engine asks both peers again. After a peer failed, the engine pauses its calls to that peer. */
async function untilRecovered(): Promise<void> {
  await until(
    () => riskOf(mintOf('safe')),
    (answer) => levelOf(answer) === 'anchored' && answer.body['debitedCredits'] === withPeers,
    nodesMeasuredWithinMs,
  );
}

beforeAll(async () => {
  account = await createAccount(system);
  ({ mints } = await readChainFixtures(system));
  await untilRecovered();
}, nodesMeasuredWithinMs);

afterEach(async () => {
  await faults.clear();
});

afterAll(untilRecovered, nodesMeasuredWithinMs);

test('peers that agree with the chain are charged and change nothing else', async () => {
  for (const name of ['safe', 'risky', 'transferFee', 'permanentDelegate', 'metaplexMutable']) {
    const answer = await riskOf(mintOf(name));
    expect([name, answer.status, levelOf(answer)]).toEqual([name, 200, 'anchored']);
    expect([name, answer.body['debitedCredits']]).toEqual([name, withPeers]);
  }
});

test('peers that contradict two independent nodes are outvoted, even both together', async () => {
  await untilRecovered();
  for (const lying of [['rugcheck'], ['goplus'], peers]) {
    await faults.inject(lying, { state: 'up', skewBps: 1 });
    for (const name of ['safe', 'mintable']) {
      const answer = await riskOf(mintOf(name));
      expect([lying, name, answer.status, levelOf(answer)]).toEqual([lying, name, 200, 'anchored']);
    }
  }
});

test.each(peers)(
  'a call that %s contradicts while only one node answers is refused, uncharged, with the name of the peer',
  async (peer) => {
    const { body } = await riskOf(mintOf('safe'));
    await faults.inject(['node-b', 'node-c'], { state: 'down' });
    await faults.inject([peer], { state: 'up', skewBps: 1 });
    for (const [name, says] of [
      ['safe', 'it says that more of the token can be created'],
      ['mintable', 'it says that no more of the token can be created'],
    ] as const) {
      const refused = await riskOf(mintOf(name));
      expect([name, refused.status]).toEqual([name, 409]);
      expect(refused.body).toMatchObject({ code: 'NO_QUALIFYING_DELIVERY', debitedCredits: 0 });
      expect(refused.body['reason']).toContain(`sandbox.${peer} contradicts the state of the chain: ${says}`);
      expect(refused.body['balanceAfter']).toBe(body['balanceAfter']);
    }
    await faults.clear();
    await untilRecovered();
  },
);

test.each(['down', 'error', 'garbage', 'rate_limited', 'slow'])(
  'peers that are %s do not change the answer',
  async (state) => {
    await untilRecovered();
    await faults.inject(peers, { state, skewBps: 1 });
    const answer = await riskOf(mintOf('safe'));
    expect([answer.status, levelOf(answer)]).toEqual([200, 'anchored']);
  },
);
