import { expect, test } from '@jest/globals';
import { fixturesOf, testChain, type RpcReply } from '../../testing/test-chain.ts';
import { writeTransaction, type TransactionParts } from '../../testing/transactions.ts';
import { u64Bytes } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { associatedTokenAddress } from '../programs/associated-token.ts';
import type { Instruction, AccountMeta } from '../runtime/invocation.ts';

const readable = (address: string): AccountMeta => ({ address, signer: false, writable: false });
const writable = (address: string): AccountMeta => ({ address, signer: false, writable: true });
const signing = (address: string): AccountMeta => ({ address, signer: true, writable: true });

type Simulated = {
  readonly err: unknown;
  readonly logs: readonly string[];
  readonly accounts: readonly ({ readonly data: readonly [string, string]; readonly lamports: number } | null)[] | null;
  readonly unitsConsumed: number;
  readonly innerInstructions: unknown;
  readonly replacementBlockhash: unknown;
};

function setUp() {
  const test = testChain();
  const { pools, mints, accounts } = fixturesOf(test.chain);
  const payer = pools['cpmm']?.payer.wallet ?? '';
  const run = (writing: TransactionParts, options: Readonly<Record<string, unknown>> = {}): RpcReply =>
    test.ask('node-a', 'simulateTransaction', writeTransaction(writing), {
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      ...options,
    });
  const simulate = (instructions: readonly Instruction[], options: Readonly<Record<string, unknown>> = {}): Simulated =>
    (run({ payer, instructions }, options).result as { readonly value: Simulated }).value;
  const address = (name: string): string => {
    const named = accounts[name];
    return typeof named === 'string' ? named : (named?.['address'] ?? '');
  };
  return { ...test, pools, mints, address, payer, run, simulate };
}

function create(payer: string, owner: string, mint: string, program: string): Instruction {
  return {
    program: programIds.associatedToken,
    accounts: [
      signing(payer),
      writable(associatedTokenAddress(owner, mint, program)),
      readable(owner),
      readable(mint),
      readable(programIds.system),
      readable(program),
    ],
    data: Uint8Array.of(1),
  };
}

function transferChecked(
  program: string,
  parts: { readonly from: string; readonly mint: string; readonly to: string; readonly authority: string },
  amount: bigint,
): Instruction {
  return {
    program,
    accounts: [
      writable(parts.from),
      readable(parts.mint),
      writable(parts.to),
      { ...signing(parts.authority), writable: false },
    ],
    data: Uint8Array.of(12, ...u64Bytes(amount), 6),
  };
}

test('one transaction creates an account and pays into it without the fee, and the chain stays unchanged', () => {
  const { mints, payer, address, simulate, ask } = setUp();
  const mint = mints['transferFee'] ?? '';
  const to = associatedTokenAddress(address('wallet'), mint, programIds.token2022);
  const from = associatedTokenAddress(payer, mint, programIds.token2022);
  const done = simulate(
    [
      { program: programIds.computeBudget, accounts: [], data: Uint8Array.of(2, 0, 0, 16, 0) },
      create(payer, address('wallet'), mint, programIds.token2022),
      transferChecked(programIds.token2022, { from, mint, to, authority: payer }, 1_000n),
    ],
    { accounts: { addresses: [to, payer], encoding: 'base64' } },
  );
  expect(done.err).toBeNull();
  const data = Buffer.from(done.accounts?.[0]?.data[0] ?? '', 'base64');
  expect(data.readBigUInt64LE(64)).toBe(990n);
  expect(done.accounts?.[1]).not.toBeNull();
  expect(done.logs.at(-1)).toBe(`Program ${programIds.token2022} success`);
  expect(done.unitsConsumed).toBeGreaterThan(0);
  expect(ask('node-a', 'getAccountInfo', to, { encoding: 'base64' })).toMatchObject({ result: { value: null } });
});

test('the reply has the fields of the recorded one', () => {
  const { payer, address, simulate } = setUp();
  const done = simulate([
    {
      program: programIds.system,
      accounts: [signing(payer), writable(address('wallet'))],
      data: Uint8Array.of(2, 0, 0, 0, ...u64Bytes(5n)),
    },
  ]);
  expect(done).toMatchObject({
    accounts: null,
    err: null,
    innerInstructions: null,
    returnData: null,
    fee: 5_000,
    preBalances: [],
    loadedAddresses: { readonly: [], writable: [] },
    replacementBlockhash: { blockhash: expect.any(String), lastValidBlockHeight: expect.any(Number) },
  });
  expect(Object.keys(done).toSorted()).toEqual([
    'accounts',
    'err',
    'fee',
    'innerInstructions',
    'loadedAccountsDataSize',
    'loadedAddresses',
    'logs',
    'postBalances',
    'postTokenBalances',
    'preBalances',
    'preTokenBalances',
    'replacementBlockhash',
    'returnData',
    'unitsConsumed',
  ]);
});

test('the payer, the programs and the blockhash are checked before any instruction runs', () => {
  const { payer, address, run, ask, pass } = setUp();
  const memo: Instruction = { program: programIds.memo, accounts: [], data: Buffer.from('hello') };
  const errorOf = (writing: TransactionParts, options = {}): unknown =>
    (run(writing, options).result as { readonly value: Simulated }).value.err;
  expect(errorOf({ payer, instructions: [memo] })).toBeNull();
  expect(errorOf({ payer: address('unfunded'), instructions: [memo] })).toBe('AccountNotFound');
  expect(errorOf({ payer: address('tokenAccount'), instructions: [memo] })).toBe('InvalidAccountForFee');
  expect(errorOf({ payer, instructions: [{ ...memo, program: address('unfunded') }] })).toBe('ProgramAccountNotFound');
  expect(errorOf({ payer, instructions: [{ ...memo, program: address('wallet') }] })).toBe(
    'InvalidProgramForExecution',
  );
  expect(errorOf({ payer, instructions: [{ ...memo, program: address('immutableProgram') }] })).toEqual({
    InstructionError: [0, 'UnsupportedProgramId'],
  });
  const kept = { replaceRecentBlockhash: false };
  expect(errorOf({ payer, instructions: [memo] }, kept)).toBe('BlockhashNotFound');
  const { value } = ask('node-a', 'getLatestBlockhash').result as { readonly value: { readonly blockhash: string } };
  expect(errorOf({ payer, instructions: [memo], blockhash: value.blockhash }, kept)).toBeNull();
  pass(153 * 400);
  expect(errorOf({ payer, instructions: [memo], blockhash: value.blockhash }, kept)).toBe('BlockhashNotFound');
});

test('signatures are checked on request, and not together with a replaced blockhash', () => {
  const { payer, run } = setUp();
  const writing = { payer, instructions: [{ program: programIds.memo, accounts: [], data: new Uint8Array() }] };
  expect(run(writing, { sigVerify: true }).error?.code).toBe(-32_602);
  expect(run(writing, { sigVerify: true, replaceRecentBlockhash: false }).error).toEqual({
    code: -32_003,
    message: 'Transaction signature verification failure',
  });
});

test('a version 0 transaction reads addresses from a lookup table, and fails without the table', () => {
  const { payer, address, run } = setUp();
  const instructions = [
    {
      program: programIds.system,
      accounts: [signing(payer), writable(address('wallet'))],
      data: Uint8Array.of(2, 0, 0, 0, ...u64Bytes(5n)),
    },
  ];
  const table = { address: address('lookupTable'), entries: [address('wallet')] };
  const ran = run({ payer, instructions, table }, { accounts: { addresses: [address('wallet')], encoding: 'base64' } });
  expect(ran.result).toMatchObject({ value: { err: null, loadedAddresses: { writable: [address('wallet')] } } });
  const missing = run({ payer, instructions, table: { ...table, address: address('unfunded') } });
  expect(missing.result).toMatchObject({ value: { err: 'AddressLookupTableNotFound' } });
});

test('a failed instruction reports its index and error number, and no accounts', () => {
  const { pools, mints, payer, address, simulate } = setUp();
  const mint = mints['USDC'] ?? '';
  const { tokenAccountB = '' } = pools['cpmm']?.payer ?? {};
  const { tokenAccountB: poor = '' } = pools['cpmm']?.poorPayer ?? {};
  const move = (from: string, authority: string, amount: bigint): Simulated =>
    simulate([transferChecked(programIds.token, { from, mint, to: address('tokenAccount'), authority }, amount)], {
      accounts: { addresses: [from], encoding: 'base64' },
    });
  expect(move(tokenAccountB, payer, 5n).err).toBeNull();
  const refused = move(poor, payer, 5n);
  expect(refused.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
  expect(refused.accounts).toEqual([null]);
  expect(refused.logs.at(-1)).toBe(`Program ${programIds.token} failed: custom program error: 0x1`);
  expect(move(tokenAccountB, address('wallet'), 5n).err).toEqual({ InstructionError: [0, { Custom: 4 }] });
  expect(move(address('frozenTokenAccount'), address('wallet'), 5n).err).toEqual({
    InstructionError: [0, { Custom: 17 }],
  });
});
