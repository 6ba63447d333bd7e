import { expect, test } from '@jest/globals';
import {
  AccountRole,
  decompileTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from '@solana/kit';
import { recordedSwap, type RecordedSwap } from '../testing/recorded-swaps.ts';
import { buildSwapTransaction, simulationParams } from './swap-transaction.ts';

const maxTransactionBytes = 1_232;

/** Returns the parts of a built transaction, decoded by @solana/kit. */
function readBack({ swap, request }: RecordedSwap) {
  const wire = getBase64Encoder().encode(buildSwapTransaction(swap, request));
  expect(wire.length).toBeLessThanOrEqual(maxTransactionBytes);
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const { feePayer, instructions, version } = decompileTransactionMessage(compiled);
  const decodedInstructions: readonly Instruction[] = instructions;
  return {
    version,
    signers: Object.keys(signatures),
    feePayer: feePayer.address,
    instructions: decodedInstructions.map(({ programAddress, accounts = [], data }) => ({
      program: programAddress,
      accounts: accounts.map((each) => each.address as string),
      writable: accounts.flatMap(({ role }, place) =>
        role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER ? [place] : [],
      ),
      data: Buffer.from(data ?? []).toString('hex'),
    })),
  };
}

const u64 = (value: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.toString('hex');
};

test.each([
  ['0 to 1', 'cpmm-001', 0],
  ['1 to 0', 'cpmm-006', 1],
] as const)('a CPMM swap names thirteen accounts in the order of the program, from %s', (_, id, input) => {
  const scene = recordedSwap(id);
  const { request, swap } = scene;
  if (swap.loaded.kind !== 'cpmm') {
    throw new Error('the vector is of another kind');
  }
  const { pool } = swap.loaded;
  const [inside, outside] = [pool.sides[input], pool.sides[input === 0 ? 1 : 0]];
  const decodedTransaction = readBack(scene);
  expect(decodedTransaction).toMatchObject({ version: 'legacy', signers: [request.payer], feePayer: request.payer });
  expect(decodedTransaction.instructions).toEqual([
    {
      program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
      accounts: [
        request.payer,
        'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL',
        pool.config,
        request.pool,
        request.inputTokenAccount,
        request.outputTokenAccount,
        inside.vault,
        outside.vault,
        inside.tokenProgram,
        outside.tokenProgram,
        inside.mint,
        outside.mint,
        pool.observation,
      ],
      // The payer is writable because it pays the fee.
      writable: [0, 3, 4, 5, 6, 7, 12],
      data: `8fbe5adac41e33de${u64(request.amountIn)}${u64(0n)}`,
    },
  ]);
});

test.each([
  ['A to B', 'dammv2-001', false],
  ['B to A', 'dammv2-011', false],
  ['B to A where size raises the fee', 'dammv2-089', true],
  ['A to B of the same kind of pool', 'dammv2-094', false],
  ['B to A once the rate limiter is over', 'dammv2-095', false],
])('a DAMM V2 swap names fourteen accounts, and the instructions sysvar only when needed: %s', (_, id, shows) => {
  const scene = recordedSwap(id);
  const { request, swap } = scene;
  if (swap.loaded.kind !== 'damm_v2') {
    throw new Error('the vector is of another kind');
  }
  const { pool, tokens } = swap.loaded;
  const program = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG';
  expect(readBack(scene).instructions).toEqual([
    {
      program,
      accounts: [
        'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC',
        request.pool,
        request.inputTokenAccount,
        request.outputTokenAccount,
        pool.vaults[0],
        pool.vaults[1],
        tokens[0].address,
        tokens[1].address,
        request.payer,
        tokens[0].tokenProgram,
        tokens[1].tokenProgram,
        program,
        '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet',
        program,
        ...(shows ? ['Sysvar1nstructions1111111111111111111111111'] : []),
      ],
      writable: [1, 2, 3, 4, 5, 8],
      data: `414b3f4ceb5b5b88${u64(request.amountIn)}${u64(0n)}00`,
    },
  ]);
});

test.each(['cpmm-001', 'cpmm-070', 'dammv2-001', 'dammv2-130'])(
  "a missing output account is created before the swap, for the payer and under its mint's program: %s",
  (id) => {
    const scene = recordedSwap(id, 'missing');
    const { request, swap } = scene;
    const [creation, exchange] = readBack(scene).instructions;
    expect(creation).toEqual({
      program: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      accounts: [
        request.payer,
        request.outputTokenAccount,
        request.payer,
        swap.data.outputMint,
        '11111111111111111111111111111111',
        scene.snapshot.accounts.get(swap.data.outputMint)?.owner,
      ],
      writable: [0, 1, 2],
      data: '01',
    });
    expect(exchange?.accounts).toContain(request.outputTokenAccount);
  },
);

test('a node simulates without signatures, with its own blockhash, and at no older slot', () => {
  const { swap, request } = recordedSwap('cpmm-001');
  expect(simulationParams(swap, request, { minContextSlot: 400_000_000, commitment: 'confirmed' })).toEqual([
    buildSwapTransaction(swap, request),
    {
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses: [request.outputTokenAccount] },
      commitment: 'confirmed',
      minContextSlot: 400_000_000,
    },
  ]);
});
