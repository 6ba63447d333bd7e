import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TokenFlags } from '@assay/solana/risk/token-risk';
import { peerFlags, tokenOpinion, type PeerFlags } from '@assay/providers/token-opinion';
import { contradictions } from './contradictions.ts';

const chain: TokenFlags = {
  mintable: false,
  freezable: true,
  closable: false,
  permanentDelegate: false,
  transferHook: false,
  transferFeeBps: 0,
  transferFeeChangeable: false,
  defaultFrozen: false,
  nonTransferable: false,
  pausable: false,
  metadataMutable: null,
};

const names = Object.keys(peerFlags({})) as (keyof PeerFlags)[];
const anyPeer = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom(true, false, null)])),
) as fc.Arbitrary<PeerFlags>;
const anyChain = fc
  .record(Object.fromEntries(names.map((name) => [name, fc.boolean()])))
  .chain((flags) =>
    fc
      .tuple(fc.constantFrom(0, 1, 10_000), fc.constantFrom(true, false, null))
      .map(([transferFeeBps, metadataMutable]) => ({ ...flags, transferFeeBps, metadataMutable }) as TokenFlags),
  );

test('a contradiction names both sides', () => {
  expect(contradictions(chain, peerFlags({ mintable: true, freezable: true }))).toEqual([
    {
      flag: 'mintable',
      message: 'it says that more of the token can be created, while on chain no more of the token can be created',
    },
  ]);
  expect(contradictions(chain, peerFlags({ freezable: false, transferFee: true })).map(({ flag }) => flag)).toEqual([
    'freezable',
    'transferFee',
  ]);
});

test('an unknown flag on either side contradicts nothing', () => {
  expect(contradictions(chain, peerFlags({}))).toEqual([]);
  expect(contradictions(chain, peerFlags({ metadataMutable: true }))).toEqual([]);
});

test('a fee is compared as present or absent, whatever its size', () => {
  const taxed = { ...chain, transferFeeBps: 1 };
  expect(contradictions(taxed, peerFlags({ transferFee: true }))).toEqual([]);
  expect(contradictions(taxed, peerFlags({ transferFee: false }))).toHaveLength(1);
});

test('each flag that both sides state differently is one contradiction, and no other flag is', () => {
  fc.assert(
    fc.property(anyChain, anyPeer, (flags, peer) => {
      const contradicted = contradictions(flags, peer).map(({ flag }) => flag);
      const onChain: Record<string, unknown> = { ...flags, transferFee: flags.transferFeeBps > 0 };
      const expected = names.filter(
        (name) => peer[name] !== null && onChain[name] !== null && peer[name] !== onChain[name],
      );
      expect([...contradicted].toSorted()).toEqual([...expected].toSorted());
    }),
  );
});

test('an opinion that equals the chain contradicts nothing', () => {
  fc.assert(
    fc.property(anyChain, (flags) => {
      const { transferFeeBps, ...same } = flags;
      expect(contradictions(flags, peerFlags({ ...same, transferFee: transferFeeBps > 0 }))).toEqual([]);
    }),
  );
});

test('a score above 100 is not an opinion', () => {
  const opinion = { flags: peerFlags({}), asOf: '2026-01-01T00:00:00.000Z' };
  expect(tokenOpinion.safeParse({ ...opinion, riskScore: 100 }).success).toBe(true);
  expect(tokenOpinion.safeParse({ ...opinion, riskScore: null }).success).toBe(true);
  expect(tokenOpinion.safeParse({ ...opinion, riskScore: 101 }).success).toBe(false);
});
