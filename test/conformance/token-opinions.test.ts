import { expect, test } from '@jest/globals';
import { contradictions } from '../../services/engine/src/onchain/opinions/contradictions.ts';
import { tokenOpinion } from '@assay/providers/token-opinion';
import { tokenRisk, type TokenFlags } from '@assay/solana/risk/token-risk';
import type { Provider } from '@assay/providers/define';
import goplus from '@assay/providers/providers/goplus/provider';
import rugcheck from '@assay/providers/providers/rugcheck/provider';
import { answered, answerOf } from '@assay/providers/testing/recorded-answer';
import { fixturesOf, testChain } from '../../services/sandbox/src/testing/test-chain.ts';
import { tokenReportEndpoints } from '../../services/sandbox/src/providers/provider-endpoints.ts';
import { deriveFrom } from './support/sandbox-node.ts';

const { chain, ask, now } = testChain();
const { mints } = fixturesOf(chain);
const skews = new Map<string, number>();
const endpoints = tokenReportEndpoints({ read: chain.read, skewOf: (name) => skews.get(name) ?? 0 });
const opinionProviders = [goplus, rugcheck];

function flagsOf(mint: string): TokenFlags {
  const largestAccounts = { kind: 'read', accounts: [] } as const;
  const derived = deriveFrom(ask, 'node-a', (snapshot) =>
    tokenRisk(snapshot, { mint, largestAccounts, liquidity: null }),
  );
  if (derived.kind !== 'value') {
    throw new Error(`${mint} gives no risk: ${JSON.stringify(derived)}`);
  }
  return derived.value.flags;
}

/** Returns the opinion of a sandbox provider on a mint, read with the provider's real adapter. */
function opinionOf(provider: Provider, mint: string) {
  const { id } = provider;
  const answer = answerOf(provider, 'chain.token_risk');
  const { path = '' } = answer.request({ address: mint }) ?? {};
  const url = new URL(path, 'http://sandbox.test');
  const endpoint = endpoints.find(({ name }) => name === id);
  const request = { method: 'GET', path: url.pathname, query: url.searchParams, body: '', nowMs: now() };
  const { status, body } = endpoint?.respond(request) ?? { status: 0, body: '' };
  const reading = answer.read(answered(status, body), { address: mint });
  if (reading.kind !== 'datum') {
    throw new Error(`${id} says nothing about ${mint}: ${body}`);
  }
  return tokenOpinion.parse({ ...reading.data, asOf: new Date(now()).toISOString() });
}

test.each(Object.entries(mints))('both providers state about %s what is on chain', (_name, mint) => {
  for (const provider of opinionProviders) {
    expect([provider.id, contradictions(flagsOf(mint), opinionOf(provider, mint).flags)]).toEqual([provider.id, []]);
  }
});

test('together the providers state every flag except pausable, as true and as false', () => {
  const statedValues = new Set<string>();
  for (const mint of Object.values(mints)) {
    for (const provider of opinionProviders) {
      for (const [flag, stated] of Object.entries(opinionOf(provider, mint).flags)) {
        if (stated !== null) {
          statedValues.add(`${flag} ${stated}`);
        }
      }
    }
  }
  const flags = Object.keys(opinionOf(goplus, mints['safe'] ?? '').flags).filter((flag) => flag !== 'pausable');
  expect([...statedValues].toSorted()).toEqual(flags.flatMap((flag) => [`${flag} false`, `${flag} true`]).toSorted());
});

test.each(opinionProviders.map((provider) => [provider.id, provider] as const))(
  '%s with a skew lies about the flag mintable only',
  (id, provider) => {
    skews.set(id, 100);
    for (const mint of Object.values(mints)) {
      const contradicted = contradictions(flagsOf(mint), opinionOf(provider, mint).flags);
      expect(contradicted.map(({ flag }) => flag)).toEqual(['mintable']);
    }
    skews.delete(id);
  },
);

test("RugCheck's score is higher for the risky token than for the safe one, and GoPlus gives none", () => {
  const [safe = '', risky = ''] = [mints['safe'], mints['risky']];
  expect(opinionOf(rugcheck, risky).riskScore).toBeGreaterThan(opinionOf(rugcheck, safe).riskScore ?? 100);
  expect(opinionOf(goplus, risky).riskScore).toBeNull();
});
