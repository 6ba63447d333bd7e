import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AccountRole } from '@solana/kit';
import type { AccountSnapshot } from '@assay/solana/account';
import { associatedTokenAddress } from '@assay/solana/addresses/program-address';
import { decodeMint } from '@assay/solana/decoders/mint';
import { decodeTokenAccount } from '@assay/solana/decoders/token-account';
import { transferFee } from '@assay/solana/decoders/transfer-fee';
import { transferBlock, transferFeeOf } from '@assay/solana/pools/transferable';
import type { SwapQuote } from '@assay/solana/quotes/swap-quote';
import { payerObstacle } from '@assay/solana/simulation/payer-obstacle';
import { createAssociatedAccount, type ChainInstruction } from '@assay/solana/simulation/swap-instruction';
import { recordedSwap } from '@assay/solana/testing/recorded-swaps';
import { addressBytesOf } from '../../services/sandbox/src/chain/address.ts';
import { rentExemptLamports, type ChainAccount } from '../../services/sandbox/src/chain/account.ts';
import { setU64, u64Bytes } from '../../services/sandbox/src/chain/bytes.ts';
import { mintData, tokenAccountFor, withParts } from '../../services/sandbox/src/chain/fixtures/fixture-builder.ts';
import { programIds } from '../../services/sandbox/src/chain/program-ids.ts';
import { extensionBytes, extensionKinds, tokenStates } from '../../services/sandbox/src/chain/programs/token-layout.ts';
import type { Instruction } from '../../services/sandbox/src/chain/runtime/invocation.ts';
import { realPrograms } from '../../services/sandbox/src/testing/real-programs.ts';
import { writeTransaction } from '../../services/sandbox/src/testing/transactions.ts';
import { accountOf, named } from '../../services/sandbox/src/testing/swap-vectors.ts';

const real = realPrograms();
const clock = { slot: 400_000_000n, epoch: 900n, unixSeconds: 1_760_000_000n };
const [payer, mint, source, destination] = ['payer', 'mint', 'source', 'destination'].map(named) as [
  string,
  string,
  string,
  string,
];
const [somebody, permanent] = [named('somebody'), named('permanent delegate')];
const maxU64 = 2n ** 64n - 1n;

type Extensions = readonly (readonly [number, Uint8Array])[];

function mintOf(extensions: Extensions | undefined): ChainAccount {
  const program = extensions === undefined ? programIds.token : programIds.token2022;
  return accountOf(program, mintData({ decimals: 6, supply: maxU64, ...(extensions && { extensions }) }));
}

function held(mintAccount: ChainAccount, owner: string, parts: Parameters<typeof withParts>[1]): ChainAccount {
  const empty = tokenAccountFor(mintAccount.data, { mint, decimals: 6, program: mintAccount.owner }, owner);
  return accountOf(mintAccount.owner, withParts(empty, parts));
}

function asRead(address: string, account: ChainAccount): AccountSnapshot {
  return { address, ...account, slot: 1 };
}

/**
 * Returns the token instruction `transferChecked` for an amount, signed by `authority`. Its form is the one that pool
 * programs use.
 */
function transferChecked(program: string, authority: string, amount: bigint): Instruction {
  return {
    program,
    accounts: [
      { address: source, signer: false, writable: true },
      { address: mint, signer: false, writable: false },
      { address: destination, signer: false, writable: true },
      { address: authority, signer: true, writable: false },
    ],
    data: Uint8Array.of(12, ...u64Bytes(amount), 6),
  };
}

function feeConfig(
  tiers: readonly { readonly epoch: bigint; readonly maxFee: bigint; readonly bps: number }[],
): Uint8Array {
  const config = new Uint8Array(108);
  for (const [index, { epoch, maxFee, bps }] of tiers.entries()) {
    const at = 72 + 18 * index;
    setU64(config, at, epoch);
    setU64(config, at + 8, maxFee);
    new DataView(config.buffer).setUint16(at + 16, bps, true);
  }
  return config;
}

const anyTier = fc.record({
  epoch: fc.constantFrom(0n, 899n, 900n, 901n),
  maxFee: fc.oneof(fc.bigInt(0n, 20_000n), fc.constant(maxU64)),
  bps: fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000), fc.integer({ min: 0, max: 10_000 })),
});
const anyAmount = fc.oneof(fc.bigInt(1n, 20_000n), fc.bigInt(1n, maxU64), fc.constant(maxU64));

test('the transfer fee equals what Token-2022 withholds, for every tier, epoch and amount', () => {
  fc.assert(
    fc.property(anyTier, anyTier, anyAmount, (older, newer, amount) => {
      const mintAccount = mintOf([[extensionKinds.transferFeeConfig, feeConfig([older, newer])]]);
      const accounts = new Map([
        [payer, accountOf(programIds.system)],
        [mint, mintAccount],
        [source, held(mintAccount, payer, { amount })],
        [destination, held(mintAccount, somebody, { amount: 0n })],
      ]);
      const instructions = [transferChecked(mintAccount.owner, payer, amount)];
      const { reason, after } = real.run(accounts, clock, writeTransaction({ payer, instructions }));
      expect(reason).toBeUndefined();
      const arrived = decodeTokenAccount(asRead(destination, after(destination) ?? mintAccount)).amount;
      const fee = transferFee(transferFeeOf(decodeMint(asRead(mint, mintAccount)), clock.epoch), amount);
      expect(amount - fee).toBe(arrived);
    }),
    { numRuns: 400 },
  );
});

/** Returns a quote whose input and output are these two accounts. */
function quoteOver(mintAccount: ChainAccount, input: ChainAccount, output: ChainAccount): SwapQuote {
  const { swap } = recordedSwap('cpmm-001');
  if (swap.loaded.kind !== 'cpmm') {
    throw new Error('the scene is of another kind');
  }
  const { tokens } = swap.loaded;
  const inputToken = { ...tokens[swap.direction.input], mint: decodeMint(asRead(mint, mintAccount)) };
  const outputToken = tokens[swap.direction.input === 0 ? 1 : 0];
  const at = (address: string, account: ChainAccount) => {
    const decoded = decodeTokenAccount(asRead(address, account));
    return { address, mint, owner: decoded.owner, account: decoded };
  };
  return {
    ...swap,
    loaded: {
      ...swap.loaded,
      tokens: swap.direction.input === 0 ? [inputToken, outputToken] : [outputToken, inputToken],
    },
    direction: { ...swap.direction, inputAccount: at(source, input), outputAccount: at(destination, output) },
  };
}

const kinds: Readonly<Record<string, Extensions | undefined>> = {
  spl: undefined,
  plain: [],
  permanentDelegate: [[extensionKinds.permanentDelegate, addressBytesOf(permanent)]],
};

test('a payer has an obstacle exactly when the real token program rejects the transfer', () => {
  const ends = new Set<string>();
  const state = fc.constantFrom(tokenStates.initialized, tokenStates.initialized, tokenStates.frozen);
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom(...Object.keys(kinds)),
        signer: fc.constantFrom(payer, permanent),
        owner: fc.constantFrom(payer, payer, somebody),
        delegate: fc.constantFrom(undefined, payer, somebody, permanent),
        allowance: fc.constantFrom(0n, 99n, 100n, 1_000n),
        amount: fc.constantFrom(0n, 99n, 100n, 1_000n),
        state,
        outputState: state,
      }),
      ({ kind, signer, owner, delegate, allowance, amount, ...states }) => {
        const mintAccount = mintOf(kinds[kind]);
        const input = held(mintAccount, owner, {
          amount,
          state: states.state,
          ...(delegate === undefined ? {} : { delegate: { address: delegate, amount: allowance } }),
        });
        const output = held(mintAccount, somebody, { amount: 0n, state: states.outputState });
        const accounts = new Map([
          [signer, accountOf(programIds.system)],
          [mint, mintAccount],
          [source, input],
          [destination, output],
        ]);
        const instructions = [transferChecked(mintAccount.owner, signer, 100n)];
        const { reason } = real.run(accounts, clock, writeTransaction({ payer: signer, instructions }));
        const { request } = recordedSwap('cpmm-001');
        const obstacle = payerObstacle(quoteOver(mintAccount, input, output), {
          ...request,
          payer: signer,
          amountIn: 100n,
        });
        expect({ obstacle, blocked: obstacle !== null }).toEqual({ obstacle, blocked: reason !== undefined });
        ends.add(JSON.stringify(reason) ?? 'done');
      },
    ),
    { numRuns: 600 },
  );
  expect([...ends].toSorted()).toEqual(['done', '{"Custom":17}', '{"Custom":1}', '{"Custom":4}'].toSorted());
});

test('a mint that blocks swaps for the engine is one whose tokens Token-2022 does not move', () => {
  const pausable = (paused: number): Uint8Array => Buffer.concat([addressBytesOf(somebody), Uint8Array.of(paused)]);
  const hook = Buffer.concat([addressBytesOf(somebody), addressBytesOf(named('hook'))]);
  const cases: readonly (readonly [string, Extensions])[] = [
    ['plain', []],
    ['not paused', [[extensionKinds.pausable, pausable(0)]]],
    ['paused', [[extensionKinds.pausable, pausable(1)]]],
    ['not transferable', [[extensionKinds.nonTransferable, new Uint8Array()]]],
    ['hooked', [[extensionKinds.transferHook, hook]]],
    ['a hook without a program', [[extensionKinds.transferHook, new Uint8Array(64)]]],
  ];
  for (const [name, extensions] of cases) {
    const mintAccount = mintOf(extensions);
    const accounts = new Map([
      [payer, accountOf(programIds.system)],
      [mint, mintAccount],
      [source, held(mintAccount, payer, { amount: 5n })],
      [destination, held(mintAccount, somebody, { amount: 0n })],
    ]);
    const instructions = [transferChecked(mintAccount.owner, payer, 5n)];
    const { reason } = real.run(accounts, clock, writeTransaction({ payer, instructions }));
    const block = transferBlock(decodeMint(asRead(mint, mintAccount)), null);
    expect([name, reason === undefined]).toEqual([name, block === null]);
  }
});

test('an output account that requires a memo rejects a transfer with error 36', () => {
  const mintAccount = mintOf([]);
  const plain = held(mintAccount, somebody, { amount: 0n });
  const memo = extensionBytes(extensionKinds.memoTransfer, Uint8Array.of(1));
  const accounts = new Map([
    [payer, accountOf(programIds.system)],
    [mint, mintAccount],
    [source, held(mintAccount, payer, { amount: 5n })],
    [destination, { ...plain, data: new Uint8Array(Buffer.concat([plain.data, memo])) }],
  ]);
  const instructions = [transferChecked(mintAccount.owner, payer, 5n)];
  expect(real.run(accounts, clock, writeTransaction({ payer, instructions })).reason).toEqual({ Custom: 36 });
});

function sandboxForm({ programAddress, accounts, data }: ChainInstruction): Instruction {
  const signing = new Set([AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER]);
  const writing = new Set([AccountRole.WRITABLE, AccountRole.WRITABLE_SIGNER]);
  return {
    program: programAddress,
    accounts: accounts.map(({ address, role }) => ({
      address,
      signer: signing.has(role),
      writable: writing.has(role),
    })),
    data,
  };
}

const nativeMint = 'So11111111111111111111111111111111111111112';

test.each([
  ['SPL Token', mint, undefined, 'initialized'],
  ['wrapped SOL', nativeMint, undefined, 'initialized'],
  ['Token-2022', mint, [], 'initialized'],
  ['a transfer fee', mint, [[extensionKinds.transferFeeConfig, new Uint8Array(108)]], 'initialized'],
  ['frozen by default', mint, [[extensionKinds.defaultAccountState, Uint8Array.of(2)]], 'frozen'],
] as readonly (readonly [string, string, Extensions | undefined, string])[])(
  'the real programs create the associated account of a swap, and leave an existing one unchanged: %s',
  (_, minted, extensions, state) => {
    const mintAccount = mintOf(extensions);
    const account = associatedTokenAddress(payer, minted, mintAccount.owner).address;
    const creation = createAssociatedAccount({ payer, account, mint: minted, tokenProgram: mintAccount.owner });
    const transaction = writeTransaction({ payer, instructions: [sandboxForm(creation)] });
    // Anybody can send lamports to an address that still has no account.
    for (const lamports of [0n, 1n, rentExemptLamports(165)]) {
      const accounts = new Map([
        [payer, accountOf(programIds.system)],
        [minted, mintAccount],
        [account, { ...accountOf(programIds.system), lamports }],
      ]);
      const { reason, after } = real.run(accounts, clock, transaction);
      expect(reason).toBeUndefined();
      const changedAccount = after(account) ?? mintAccount;
      expect(decodeTokenAccount(asRead(account, changedAccount))).toMatchObject({
        mint: minted,
        owner: payer,
        amount: 0n,
        state,
      });
      const again = real.run(new Map([...accounts, [account, changedAccount]]), clock, transaction);
      expect(again.reason).toBeUndefined();
      expect(Buffer.compare(again.after(account)?.data ?? Buffer.alloc(0), changedAccount.data)).toBe(0);
    }
  },
);

test('a payer that cannot afford the account fails before the swap', () => {
  const mintAccount = mintOf(undefined);
  const account = associatedTokenAddress(payer, mint, mintAccount.owner).address;
  const creation = createAssociatedAccount({ payer, account, mint, tokenProgram: mintAccount.owner });
  const accounts = new Map([
    [payer, { ...accountOf(programIds.system), lamports: 1_500_000n }],
    [mint, mintAccount],
    [account, { ...accountOf(programIds.system), lamports: 0n }],
  ]);
  const transaction = writeTransaction({ payer, instructions: [sandboxForm(creation)] });
  expect(real.run(accounts, clock, transaction).reason).toEqual({ Custom: 1 });
});
