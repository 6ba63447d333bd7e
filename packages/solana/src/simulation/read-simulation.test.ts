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

/** The parts of a node's response to a simulation. The response lacks the fields that are absent here. */
type ResponseParts = {
  readonly err?: unknown;
  /** The output account's balance after the simulation, in base units. */
  readonly after?: bigint;
  readonly mint?: string;
  readonly transfers?: readonly Transfer[];
  readonly form?: 'transfer' | 'transferChecked' | 'transferCheckedWithFee';
};

/** Returns a response in a node's format. */
function answer({ snapshot, swap, request }: RecordedSwap, parts: ResponseParts) {
  const { err = null, after, mint = swap.data.outputMint, transfers, form = 'transferChecked' } = parts;
  const output = splTokenAccount({
    address: request.outputTokenAccount,
    mint,
    owner: request.payer,
    amount: after ?? 0n,
  });
  const responseAccount = {
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
      accounts: [after === undefined ? null : responseAccount],
      innerInstructions: instructions === undefined ? null : [{ index, instructions }],
      logs: [],
      unitsConsumed: 33_400,
    },
  };
}

/**
 * Returns the two transfers of a successful swap. The first pays the input, and the second pays `out` from the pool.
 */
function transfersOf({ request }: RecordedSwap, out: bigint): readonly Transfer[] {
  const [vaultIn, vaultOut] = [numberedAddress(1), numberedAddress(2)];
  return [
    { source: request.inputTokenAccount, destination: vaultIn, amount: request.amountIn },
    { source: vaultOut, destination: request.outputTokenAccount, amount: out },
  ];
}

test("the amount is the output account's gain", () => {
  const amountOut = BigInt(plain.swap.data.amountOut);
  const after = balanceBefore + amountOut;
  expect(readSimulation(answer(plain, { after }), plain.swap)).toEqual({ kind: 'amount', amountOut, slot });
  for (const form of ['transfer', 'transferChecked', 'transferCheckedWithFee'] as const) {
    const response = answer(plain, { after, transfers: transfersOf(plain, amountOut), form });
    expect(readSimulation(response, plain.swap)).toEqual({ kind: 'amount', amountOut, slot });
  }
});

test('the amount that left the pool is compared with the gain after the transfer fee', () => {
  const { grossOut, amountOut } = withFee.swap.quote;
  expect(grossOut).toBeGreaterThan(amountOut);
  const response = answer(withFee, { after: balanceBefore + amountOut, transfers: transfersOf(withFee, grossOut) });
  expect(readSimulation(response, withFee.swap)).toEqual({ kind: 'amount', amountOut, slot });
});

test('an account that the transaction created held nothing before', () => {
  const { amountOut } = created.swap.quote;
  const response = answer(created, { after: amountOut, transfers: transfersOf(created, amountOut) });
  expect(readSimulation(response, created.swap)).toEqual({ kind: 'amount', amountOut, slot });
});

test('an amount that differs from the quote is returned as it is, even zero', () => {
  expect(readSimulation(answer(plain, { after: balanceBefore + 5n }), plain.swap)).toMatchObject({ amountOut: 5n });
  expect(readSimulation(answer(plain, { after: balanceBefore }), plain.swap)).toMatchObject({ amountOut: 0n });
});

test.each([
  ['gained more than the pool gave', balanceBefore + 1_000n, 999n],
  ['gained less than the pool gave', balanceBefore + 1_000n, 1_001n],
  ['holds less than before', balanceBefore - 1n, undefined],
])('an output account that %s was changed by somebody else, so the amount is unknown', (_, after, out) => {
  const response = answer(plain, { after, ...(out === undefined ? {} : { transfers: transfersOf(plain, out) }) });
  expect(readSimulation(response, plain.swap)).toMatchObject({ kind: 'not_simulated', slot });
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
])("a failure of the payer's accounts says nothing about the quote: %s", (_, err) => {
  expect(readSimulation(answer(plain, { err }), plain.swap)).toMatchObject({ kind: 'not_simulated', slot });
});

test('a payer that cannot afford the output account says nothing about the quote', () => {
  expect(readSimulation(answer(created, { err: custom(1, 0) }), created.swap)).toMatchObject({ kind: 'not_simulated' });
  expect(readSimulation(answer(created, { err: custom(6000, 1) }), created.swap)).toMatchObject({ kind: 'refused' });
});

test.each([
  ['a number of the pool program', custom(6000), 6000],
  ['a number of its framework', custom(3012), 3012],
  ['a paused mint', custom(67), 67],
  ['a panic', { InstructionError: [0, 'ProgramFailedToComplete'] }, null],
  ['an error with a part', { InstructionError: [0, { BorshIoError: 'Unknown' }] }, null],
])("the pool program's rejection contradicts a quote: %s", (_, err, programError) => {
  expect(readSimulation(answer(plain, { err }), plain.swap)).toMatchObject({ kind: 'refused', programError, slot });
});

test('a vault with too little is a refusal of the pool, an input account with too little is not', () => {
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
])('a response that the node is to blame for is a failure: %s', (_, response) => {
  expect(readSimulation(response, plain.swap)).toMatchObject({ kind: 'failed', reason: expect.any(String) });
});

test('a response without an error field is a failure', () => {
  const { context, value } = answer(plain, { after: balanceBefore + 5n });
  const { err: _err, ...rest } = value;
  expect(readSimulation({ context, value: rest }, plain.swap)).toMatchObject({ kind: 'failed' });
});

test('the recorded response of a real node lacks the requested account', () => {
  const { body } = loadFixture<{ readonly body: { readonly result: unknown } }>('simulate-transaction.json');
  expect(readSimulation(body.result, plain.swap)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('no account exists at'),
  });
});

test('no response makes the reader throw', () => {
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
    fc.property(fc.oneof(fc.anything(), shaped), (response) => {
      const result = readSimulation(response, plain.swap);
      expect(kinds.has(result.kind)).toBe(true);
      expect(result.kind).not.toBe('amount');
    }),
    { numRuns: 500 },
  );
});
