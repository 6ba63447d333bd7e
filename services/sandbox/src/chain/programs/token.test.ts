import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { realPrograms } from '../../testing/real-programs.ts';
import { writeTransaction } from '../../testing/transactions.ts';
import { accountOf, clockOf, named } from '../../testing/swap-vectors.ts';
import type { ChainAccount } from '../account.ts';
import { setU64, u64Bytes } from '../bytes.ts';
import { mintData, tokenAccountFor, withParts } from '../fixtures/fixture-builder.ts';
import { programIds, sysvarIds } from '../program-ids.ts';
import { execute } from '../runtime/execute.ts';
import type { Instruction, AccountMeta } from '../runtime/invocation.ts';
import { associatedTokenAddress } from './associated-token.ts';
import { programs } from './programs.ts';
import { extensionKinds, tokenStates } from './token-layout.ts';
import { addressBytesOf } from '../address.ts';

const payer = named('payer');
const owner = named('owner');
const delegate = named('delegate');
const permanent = named('permanent delegate');
const stranger = named('stranger');
const mint = named('mint');
const otherMint = named('other mint');
const [source, destination] = [named('source'), named('destination')];
const clock = { slot: 400_000_000n, epoch: 900n, unixSeconds: 1_760_000_000n };
const real = realPrograms();

function feeConfig(olderBps: number, newerBps: number, newerEpoch: bigint, most: bigint): Uint8Array {
  const config = new Uint8Array(108);
  for (const [offset, epoch, basisPoints] of [
    [72, 0n, olderBps],
    [90, newerEpoch, newerBps],
  ] as const) {
    setU64(config, offset, epoch);
    setU64(config, offset + 8, most);
    new DataView(config.buffer).setUint16(offset + 16, basisPoints, true);
  }
  return config;
}

type Extensions = readonly (readonly [number, Uint8Array])[];

/**
 * The mints that the test covers: one of SPL Token, and one of Token-2022 for each extension that affects a transfer.
 */
const kinds: Readonly<Record<string, Extensions | undefined>> = {
  spl: undefined,
  plain: [],
  fee: [[extensionKinds.transferFeeConfig, feeConfig(100, 100, 0n, 10_000n)]],
  feeLater: [[extensionKinds.transferFeeConfig, feeConfig(150, 2_000, 901n, 1_000_000n)]],
  feeNow: [[extensionKinds.transferFeeConfig, feeConfig(150, 2_000, 900n, 1_000_000n)]],
  feeWhole: [[extensionKinds.transferFeeConfig, feeConfig(10_000, 10_000, 0n, 2n ** 64n - 1n)]],
  nonTransferable: [[extensionKinds.nonTransferable, new Uint8Array()]],
  permanentDelegate: [[extensionKinds.permanentDelegate, addressBytesOf(permanent)]],
  pausable: [[extensionKinds.pausable, Buffer.concat([addressBytesOf(owner), Uint8Array.of(0)])]],
  paused: [[extensionKinds.pausable, Buffer.concat([addressBytesOf(owner), Uint8Array.of(1)])]],
  frozenByDefault: [[extensionKinds.defaultAccountState, Uint8Array.of(tokenStates.frozen)]],
};

function programOf(kind: string): string {
  return kinds[kind] === undefined ? programIds.token : programIds.token2022;
}

function world(kind: string, parts: { readonly from: Uint8Array; readonly to: Uint8Array }): Map<string, ChainAccount> {
  const program = programOf(kind);
  return new Map([
    [payer, accountOf(programIds.system)],
    [mint, accountOf(program, mintOf(kind))],
    [otherMint, accountOf(program, mintOf(kind))],
    [source, accountOf(program, parts.from)],
    [destination, accountOf(program, parts.to)],
  ]);
}

function mintOf(kind: string): Uint8Array {
  const extensions = kinds[kind];
  return mintData({ decimals: 6, supply: 10n ** 15n, ...(extensions === undefined ? {} : { extensions }) });
}

function accountOfKind(kind: string, of: string): Uint8Array {
  return tokenAccountFor(mintOf(kind), { mint: of, decimals: 6, program: programOf(kind) }, owner);
}

/**
 * Runs an instruction in the sandbox and in the real runtime, and expects the same outcome and the same account bytes.
 */
function compare(
  accounts: ReadonlyMap<string, ChainAccount>,
  instruction: Instruction,
  compared: readonly string[],
): unknown {
  const sysvar = clockOf({ slot: String(clock.slot), epoch: String(clock.epoch), unix: String(clock.unixSeconds) });
  const ours = execute(
    programs,
    (address) => (address === sysvarIds.clock ? sysvar : accounts.get(address)),
    [instruction],
    undefined,
  );
  const theirs = real.run(accounts, clock, writeTransaction({ payer, instructions: [instruction] }));
  expect(ours.failure?.reason).toEqual(theirs.reason);
  if (theirs.reason === undefined) {
    for (const address of compared) {
      const { lamports, owner: owning, data } = ours.after(address);
      const account = theirs.after(address);
      expect({ address, lamports, owning, data: Buffer.from(data).toString('hex') }).toEqual({
        address,
        lamports: account?.lamports ?? 0n,
        owning: account?.owner ?? programIds.system,
        data: Buffer.from(account?.data ?? []).toString('hex'),
      });
    }
  }
  return theirs.reason;
}

const meta = (address: string, signer: boolean, writable: boolean): AccountMeta => ({ address, signer, writable });
const amount = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 2_000_000n));

const transfers = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds)),
  form: fc.constantFrom('transfer', 'checked', 'checked', 'withFee'),
  amount,
  held: fc.constant(1_000_000n),
  there: fc.constantFrom(0n, 5n),
  fault: fc.constantFrom(
    'none',
    'none',
    'none',
    'frozenSource',
    'frozenDestination',
    'wrongMint',
    'wrongDecimals',
    'stranger',
    'unsigned',
    'toItself',
  ),
  authority: fc.constantFrom(owner, owner, delegate, permanent),
  delegated: fc.constantFrom(delegate, delegate, owner, permanent),
  allowance: fc.constantFrom(0n, 10n, 3_000_000n),
  expectedFee: fc.bigInt(0n, 30n),
});

test('a transfer has the same outcome and the same bytes as in the real token programs', () => {
  const ends = new Set<string>();
  fc.assert(
    fc.property(transfers, (transfer) => {
      const { kind, fault, allowance } = transfer;
      const state = (frozen: string): number => (fault === frozen ? tokenStates.frozen : tokenStates.initialized);
      const accounts = world(kind, {
        from: withParts(accountOfKind(kind, mint), {
          amount: transfer.held,
          state: state('frozenSource'),
          ...(allowance === 0n ? {} : { delegate: { address: transfer.delegated, amount: allowance } }),
        }),
        to: withParts(accountOfKind(kind, fault === 'wrongMint' ? otherMint : mint), {
          amount: transfer.there,
          state: state('frozenDestination'),
        }),
      });
      const to = fault === 'toItself' ? source : destination;
      const authority = fault === 'stranger' ? stranger : transfer.authority;
      const signed = meta(authority, fault !== 'unsigned', false);
      const decimals = fault === 'wrongDecimals' ? 7 : 6;
      const checked = [meta(source, false, true), meta(mint, false, false), meta(to, false, true), signed];
      const data = {
        transfer: Uint8Array.of(3, ...u64Bytes(transfer.amount)),
        checked: Uint8Array.of(12, ...u64Bytes(transfer.amount), decimals),
        withFee: Uint8Array.of(26, 1, ...u64Bytes(transfer.amount), decimals, ...u64Bytes(transfer.expectedFee)),
      }[transfer.form] as Uint8Array;
      const form = transfer.form === 'withFee' && kind === 'spl' ? 'checked' : transfer.form;
      const reason = compare(
        accounts,
        {
          program: programOf(kind),
          accounts: form === 'transfer' ? [checked[0], checked[2], checked[3]].flatMap((each) => each ?? []) : checked,
          data: form === transfer.form ? data : Uint8Array.of(12, ...u64Bytes(transfer.amount), decimals),
        },
        [source, destination],
      );
      ends.add(JSON.stringify(reason) ?? 'done');
    }),
    { numRuns: 1_500 },
  );
  expect(ends.size).toBeGreaterThan(7);
});

test('an associated account has the same bytes as in the real program, for every kind of mint', () => {
  for (const kind of Object.keys(kinds)) {
    const program = programOf(kind);
    const address = associatedTokenAddress(stranger, mint, program);
    const accounts = new Map([
      [payer, accountOf(programIds.system)],
      [mint, accountOf(program, mintOf(kind))],
      [address, { ...accountOf(programIds.system), lamports: 0n }],
    ]);
    for (const tag of [0, 1]) {
      const reason = compare(
        accounts,
        {
          program: programIds.associatedToken,
          accounts: [
            meta(payer, true, true),
            meta(address, false, true),
            meta(stranger, false, false),
            meta(mint, false, false),
            meta(programIds.system, false, false),
            meta(program, false, false),
          ],
          data: Uint8Array.of(tag),
        },
        [address],
      );
      expect([kind, tag, reason]).toEqual([kind, tag, undefined]);
    }
  }
});

test.each([
  ['its owner', owner, 0n, undefined],
  ['its owner, with tokens in it', owner, 5n, undefined],
  ['a stranger', stranger, 0n, undefined],
  ['its owner, where another may close it', owner, 0n, delegate],
  ['who may close it', delegate, 0n, delegate],
])('closing an account by %s has the same outcome as in the real programs', (_who, authority, held, closeAuthority) => {
  for (const kind of ['spl', 'plain', 'fee']) {
    compare(
      world(kind, {
        from: withParts(accountOfKind(kind, mint), {
          amount: held,
          ...(closeAuthority === undefined ? {} : { closeAuthority }),
        }),
        to: withParts(accountOfKind(kind, mint), { amount: 0n }),
      }),
      {
        program: programOf(kind),
        accounts: [meta(source, false, true), meta(destination, false, true), meta(authority, true, false)],
        data: Uint8Array.of(9),
      },
      [source, destination],
    );
  }
});
