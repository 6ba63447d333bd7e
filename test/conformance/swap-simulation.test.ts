import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Derivation } from '@assay/solana/outcome';
import { swapQuote, type SwapQuote, type SwapRequest } from '@assay/solana/quotes/swap-quote';
import { payerObstacle } from '@assay/solana/simulation/payer-obstacle';
import { readSimulation, type SimulationResult } from '@assay/solana/simulation/read-simulation';
import { simulationParams } from '@assay/solana/simulation/swap-transaction';
import { fixturesOf, testChain } from '../../services/sandbox/src/testing/test-chain.ts';
import { loadSwapVectors } from '../../services/sandbox/src/testing/swap-vectors.ts';
import { deriveFrom, type Ask } from './support/sandbox-node.ts';
import { vectorTrade } from './support/vector-trades.ts';

const chain = testChain();
const { pools } = fixturesOf(chain.chain);

function quote(ask: Ask, request: SwapRequest): Derivation<SwapQuote> {
  return deriveFrom(ask, 'node-a', (snapshot) => swapQuote(snapshot, request));
}

/** Simulates the swap of a quote on another node than the one whose accounts gave the quote. */
function simulate(ask: Ask, swap: SwapQuote, request: SwapRequest): SimulationResult {
  const at = { minContextSlot: 0, commitment: 'confirmed' } as const;
  return readSimulation(ask('node-b', 'simulateTransaction', ...simulationParams(swap, request, at)).result, swap);
}

type Side = 'tokenAccountA' | 'tokenAccountB';

function requestOf(name: string, forward: boolean, amountIn: bigint, payer: 'payer' | 'poorPayer' = 'payer') {
  const pool = pools[name];
  if (pool === undefined) {
    throw new Error(`no pool ${name}`);
  }
  const [input, output]: readonly [Side, Side] = forward
    ? ['tokenAccountA', 'tokenAccountB']
    : ['tokenAccountB', 'tokenAccountA'];
  const trader = pool[payer];
  return {
    pool: pool.address,
    payer: trader.wallet,
    inputTokenAccount: trader[input],
    outputTokenAccount: trader[output],
    amountIn,
  } satisfies SwapRequest;
}

function quoted(ask: Ask, request: SwapRequest): SwapQuote {
  const derived = quote(ask, request);
  if (derived.kind !== 'value') {
    throw new Error(JSON.stringify(derived));
  }
  return derived.value;
}

/** Simulates a swap with an amount for which there is no quote. It takes the accounts from another quote. */
function simulateUnquoted(ask: Ask, knownQuote: SwapQuote, request: SwapRequest): SimulationResult {
  const at = { minContextSlot: 0, commitment: 'confirmed' } as const;
  const { result } = ask('node-b', 'simulateTransaction', ...simulationParams(knownQuote, request, at));
  return readSimulation(result, knownQuote);
}

const closed = /Disabled|NotOpen/;
const openPools = Object.keys(pools).filter((name) => !closed.test(name));

test.each(openPools.flatMap((name) => [true, false].map((forward) => [name, forward] as const)))(
  'a quote and its simulation on another node agree to the unit, or both reject the swap: %s, forward %s',
  (name, forward) => {
    const knownQuote = quoted(chain.ask, requestOf(name, forward, 1_000_000n));
    let agreed = 0;
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, 2n * 10n ** 12n)),
        (amountIn) => {
          const request = requestOf(name, forward, amountIn);
          const derived = quote(chain.ask, request);
          if (derived.kind === 'value') {
            const inputBalance = derived.value.direction.inputAccount.account?.amount ?? 0n;
            const result = simulate(chain.ask, derived.value, request);
            expect(payerObstacle(derived.value, request) === null).toBe(amountIn <= inputBalance);
            expect(result).toMatchObject(
              amountIn <= inputBalance
                ? { kind: 'amount', amountOut: BigInt(derived.value.data.amountOut) }
                : { kind: 'not_simulated', reason: 'the input account does not hold enough' },
            );
            agreed += result.kind === 'amount' ? 1 : 0;
            return;
          }
          const { problem } = derived as Extract<typeof derived, { kind: 'problem' }>;
          const refusal = simulateUnquoted(chain.ask, knownQuote, request);
          // DAMM V2 accepts a swap without output, but the engine gives no quote for it.
          expect(refusal).toMatchObject(
            problem.programError === undefined
              ? { kind: 'amount', amountOut: 0n }
              : { kind: 'refused', programError: problem.programError },
          );
        },
      ),
      { numRuns: 15, examples: [[1_000_000n]] },
    );
    expect(agreed).toBeGreaterThan(0);
  },
);

const vectors = [...loadSwapVectors('cpmm.json'), ...loadSwapVectors('dammv2.json')];

test.each(['existing', 'missing'] as const)(
  'every recorded swap, simulated, pays what the real program paid, into an %s output account',
  (output) => {
    let simulated = 0;
    for (const vector of vectors) {
      const { ledger, request, whole } = vectorTrade(vector, output);
      const { ask } = testChain(ledger);
      const derived = quote(ask, request);
      if (derived.kind !== 'value') {
        const delivers = vector.expected.ok && vector.expected['amountOut'] !== '0';
        expect([vector.id, derived, delivers]).toEqual([vector.id, derived, false]);
        continue;
      }
      if (!whole) {
        expect(payerObstacle(derived.value, request)).toContain('of the pool does not exist');
        continue;
      }
      simulated += 1;
      expect([vector.id, payerObstacle(derived.value, request)]).toEqual([vector.id, null]);
      expect([vector.id, simulate(ask, derived.value, request)]).toMatchObject([
        vector.id,
        { kind: 'amount', amountOut: BigInt(String(vector.expected['amountOut'])) },
      ]);
    }
    expect(simulated).toBeGreaterThan(150);
  },
);
