import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { numberedAddress, splTokenAccount } from '../testing/chain-accounts.ts';
import { loadFixture } from '../testing/chain-fixtures.ts';
import { balanceBefore, recordedSwap, type RecordedSwap } from '../testing/recorded-swaps.ts';
import { readSimulation } from './read-simulation.ts';

const slot = 400_000_001;
const plain = recordedSwap('cpmm-001');
const withFee = recordedSwap('cpmm-070');
const created = recordedSwap('dammv2-001', 'missing');

type Transfer = { readonly source: string; readonly destination: string; readonly amount: bigint };

/** What a node tells about a simulation; what is left out it does not show. */
type Told = {
  readonly err?: unknown;
  /** What the output account holds afterwards, in base units. */
  readonly after?: bigint;
  readonly mint?: string;
  readonly transfers?: readonly Transfer[];
  readonly form?: 'transfer' | 'transferChecked' | 'transferCheckedWithFee';
};

/** An answer as a node writes it. */
function answer({ snapshot, swap, request }: RecordedSwap, told: Told) {
  const { err = null, after, mint = swap.data.outputMint, transfers, form = 'transferChecked' } = told;
  const output = splTokenAccount({
    address: request.outputTokenAccount,
    mint,
    owner: request.payer,
    amount: after ?? 0n,
  });
  const shown = {
    owner: snapshot.accounts.get(swap.data.outputMint)?.owner,
    data: [Buffer.from(output.data).toString('base64'), 'base64'],
    lamports: 2_039_280,
    executable: false,
    rentEpoch: 18_446_744_073_709_552_000,
    space: 165,
  };
  const instructions = transfers?.map(({ source, destination, amount }) => ({
    parsed: {
      info: {
        source,
        destination,
        authority: request.payer,
        ...(form === 'transfer'
          ? { amount: String(amount) }
          : { tokenAmount: { amount: String(amount), decimals: 6 } }),
      },
      type: form,
    },
    program: 'spl-token',
    programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    stackHeight: 2,
  }));
  const index = swap.direction.outputAccount.account === null ? 1 : 0;
  return {
    context: { apiVersion: '3.1.8', slot },
    value: {
      err,
      accounts: [after === undefined ? null : shown],
      innerInstructions: instructions === undefined ? null : [{ index, instructions }],
      logs: [],
      unitsConsumed: 33_400,
    },
  };
}

/** The two transfers of a swap that goes through, the second moving `out` out of the pool. */
function transfersOf({ request }: RecordedSwap, out: bigint): readonly Transfer[] {
  const [vaultIn, vaultOut] = [numberedAddress(1), numberedAddress(2)];
  return [
    { source: request.inputTokenAccount, destination: vaultIn, amount: request.amountIn },
    { source: vaultOut, destination: request.outputTokenAccount, amount: out },
  ];
}

test('the amount is what the output account gained', () => {
  const amountOut = BigInt(plain.swap.data.amountOut);
  const after = balanceBefore + amountOut;
  expect(readSimulation(answer(plain, { after }), plain.swap)).toEqual({ kind: 'amount', amountOut, slot });
  for (const form of ['transfer', 'transferChecked', 'transferCheckedWithFee'] as const) {
    const told = answer(plain, { after, transfers: transfersOf(plain, amountOut), form });
    expect(readSimulation(told, plain.swap)).toEqual({ kind: 'amount', amountOut, slot });
  }
});

test('a transfer fee is taken off what left the pool before it is compared with what arrived', () => {
  const { grossOut, amountOut } = withFee.swap.quote;
  expect(grossOut).toBeGreaterThan(amountOut);
  const told = answer(withFee, { after: balanceBefore + amountOut, transfers: transfersOf(withFee, grossOut) });
  expect(readSimulation(told, withFee.swap)).toEqual({ kind: 'amount', amountOut, slot });
});

test('an account that the transaction created held nothing before', () => {
  const { amountOut } = created.swap.quote;
  const told = answer(created, { after: amountOut, transfers: transfersOf(created, amountOut) });
  expect(readSimulation(told, created.swap)).toEqual({ kind: 'amount', amountOut, slot });
});

test('an amount that differs from the quote is told as it is, and so is nothing at all', () => {
  expect(readSimulation(answer(plain, { after: balanceBefore + 5n }), plain.swap)).toMatchObject({ amountOut: 5n });
  expect(readSimulation(answer(plain, { after: balanceBefore }), plain.swap)).toMatchObject({ amountOut: 0n });
});

test.each([
  ['gained more than the pool gave', balanceBefore + 1_000n, 999n],
  ['gained less than the pool gave', balanceBefore + 1_000n, 1_001n],
  ['holds less than before', balanceBefore - 1n, undefined],
])('an output account that %s was changed by somebody else, which measures nothing', (_, after, out) => {
  const told = answer(plain, { after, ...(out === undefined ? {} : { transfers: transfersOf(plain, out) }) });
  expect(readSimulation(told, plain.swap)).toMatchObject({ kind: 'not_simulated', slot });
});

const custom = (code: unknown, place = 0): unknown => ({ InstructionError: [place, { Custom: code }] });

test.each([
  ['the payer does not exist', 'AccountNotFound'],
  ['the payer cannot pay the fee', 'InsufficientFundsForFee'],
  ['the payer is no wallet', 'InvalidAccountForFee'],
  ['the payer would not keep its rent', { InsufficientFundsForRent: { account_index: 0 } }],
  ['the input account holds too little', custom(1)],
  ['the input account is of another owner', custom(4)],
  ['an account of the trade is frozen', custom(17)],
  ['the output account wants a memo', custom(36)],
  ['the input account is guarded', custom(42)],
  ['numbers are bigints', custom(1n)],
])('what lies with the payer says nothing about the quote: %s', (_, err) => {
  expect(readSimulation(answer(plain, { err }), plain.swap)).toMatchObject({ kind: 'not_simulated', slot });
});

test('a payer who cannot afford the output account says nothing about the quote', () => {
  expect(readSimulation(answer(created, { err: custom(1, 0) }), created.swap)).toMatchObject({ kind: 'not_simulated' });
  expect(readSimulation(answer(created, { err: custom(6000, 1) }), created.swap)).toMatchObject({ kind: 'refused' });
});

test.each([
  ['a number of the pool program', custom(6000), 6000],
  ['a number of its framework', custom(3012), 3012],
  ['a paused mint', custom(67), 67],
  ['a panic', { InstructionError: [0, 'ProgramFailedToComplete'] }, null],
  ['an error with a part', { InstructionError: [0, { BorshIoError: 'Unknown' }] }, null],
])('what the program itself turned down contradicts a quote: %s', (_, err, programError) => {
  expect(readSimulation(answer(plain, { err }), plain.swap)).toMatchObject({ kind: 'refused', programError, slot });
});

test('too little in the vault is a refusal of the pool, too little in the input account is not', () => {
  const [first, second] = transfersOf(plain, 10n);
  const read = (transfers: readonly (Transfer | undefined)[]) =>
    readSimulation(answer(plain, { err: custom(1), transfers: transfers.flatMap((each) => each ?? []) }), plain.swap);
  expect(read([first])).toMatchObject({ kind: 'not_simulated' });
  expect(read([first, second])).toMatchObject({ kind: 'refused', programError: 1 });
});

test.each([
  ['it does not know its own blockhash', answer(plain, { err: 'BlockhashNotFound' })],
  ['it lacks the program', answer(plain, { err: 'ProgramAccountNotFound' })],
  ['it ran out of units', answer(plain, { err: { InstructionError: [0, 'ComputationalBudgetExceeded'] } })],
  ['an error is of no known shape', answer(plain, { err: 7 })],
  ['it does not show the account', answer(plain, {})],
  ['it shows an account of another mint', answer(plain, { after: 9n, mint: numberedAddress(9) })],
  ['nothing', undefined],
  ['an error of JSON-RPC', { code: -32_005, message: 'Node is unhealthy' }],
])('what is the fault of the node is told as such: %s', (_, told) => {
  expect(readSimulation(told, plain.swap)).toMatchObject({ kind: 'failed', reason: expect.any(String) });
});

test('an answer with an error left out is no success', () => {
  const { context, value } = answer(plain, { after: balanceBefore + 5n });
  const { err: _err, ...rest } = value;
  expect(readSimulation({ context, value: rest }, plain.swap)).toMatchObject({ kind: 'failed' });
});

test('the recorded answer of a real node is read, and shows that the account was not asked for', () => {
  const { body } = loadFixture<{ readonly body: { readonly result: unknown } }>('simulate-transaction.json');
  expect(readSimulation(body.result, plain.swap)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('nothing stands at'),
  });
});

test('no answer at all makes the reading fail otherwise than by saying so', () => {
  const kinds = new Set(['amount', 'not_simulated', 'refused', 'failed']);
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom('base64', null, 'AAAA', [0, { Custom: 1 }]));
  const shaped = fc.record({
    context: fc.oneof(fc.record({ slot: fc.oneof(fc.nat(), part) }), part),
    value: fc.record(
      {
        err: fc.oneof(fc.record({ InstructionError: part }), part),
        accounts: fc.oneof(fc.array(fc.record({ owner: part, data: fc.tuple(part, part) })), part),
        innerInstructions: fc.oneof(fc.array(fc.record({ index: part, instructions: fc.array(part) })), part),
      },
      { requiredKeys: [] },
    ),
  });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), shaped), (told) => {
      const reading = readSimulation(told, plain.swap);
      expect(kinds.has(reading.kind)).toBe(true);
      expect(reading.kind).not.toBe('amount');
    }),
    { numRuns: 500 },
  );
});
