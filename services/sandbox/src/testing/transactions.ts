import { addressBytesOf } from '../chain/address.ts';
import type { Instruction, AccountMeta } from '../chain/runtime/invocation.ts';

/** The parts from which a transaction is made. */
export type TransactionParts = {
  readonly payer: string;
  readonly instructions: readonly Instruction[];
  /**
   * The blockhash: 32 bytes in base58. When absent, the transaction contains zeros, which a node replaces if the caller
   * requests it.
   */
  readonly blockhash?: string;
  /** The lookup table of a version 0 transaction: its address, and the addresses that it contains. */
  readonly table?: { readonly address: string; readonly entries: readonly string[] };
};

const noBlockhash = '11111111111111111111111111111111';

/** Returns an unsigned transaction in base64. It has the legacy form, or version 0 if there is a lookup table. */
export function writeTransaction({ payer, instructions, blockhash = noBlockhash, table }: TransactionParts): string {
  const metas = merged(payer, instructions);
  const programs = new Set(instructions.map(({ program }) => program));
  const fromTable = (meta: AccountMeta): boolean =>
    !meta.signer && !programs.has(meta.address) && table?.entries.includes(meta.address) === true;
  const own = metas.filter((meta) => !fromTable(meta)).toSorted((a, b) => rank(a) - rank(b));
  const fromTableMetas = metas.filter(fromTable).toSorted((a, b) => Number(b.writable) - Number(a.writable));
  const order = [...own, ...fromTableMetas].map(({ address }) => address);
  const signers = own.filter(({ signer }) => signer);
  const indexOf = (address: string): number => order.indexOf(address);
  const message = Buffer.concat([
    ...(table === undefined ? [] : [Uint8Array.of(0x80)]),
    Uint8Array.of(
      signers.length,
      signers.filter(({ writable }) => !writable).length,
      own.filter(({ signer, writable }) => !signer && !writable).length,
    ),
    list(own.map(({ address }) => addressBytesOf(address))),
    addressBytesOf(blockhash),
    list(
      instructions.map(({ program, accounts, data }) =>
        Buffer.concat([
          Uint8Array.of(indexOf(program)),
          bytes(accounts.map(({ address }) => indexOf(address))),
          bytes(data),
        ]),
      ),
    ),
    ...(table === undefined ? [] : [list([lookup(table, fromTableMetas)])]),
  ]);
  const signatures = list(signers.map(() => new Uint8Array(64)));
  return Buffer.concat([signatures, message]).toString('base64');
}

function merged(payer: string, instructions: readonly Instruction[]): readonly AccountMeta[] {
  const metas = new Map<string, AccountMeta>([[payer, { address: payer, signer: true, writable: true }]]);
  const note = (meta: AccountMeta): void => {
    const known = metas.get(meta.address);
    metas.set(meta.address, {
      address: meta.address,
      signer: meta.signer || known?.signer === true,
      writable: meta.writable || known?.writable === true,
    });
  };
  for (const { program, accounts } of instructions) {
    for (const meta of accounts) {
      note(meta);
    }
    note({ address: program, signer: false, writable: false });
  }
  return [...metas.values()];
}

function rank({ signer, writable }: AccountMeta): number {
  return (signer ? 0 : 2) + (writable ? 0 : 1);
}

function lookup(
  { address, entries }: { readonly address: string; readonly entries: readonly string[] },
  fromTableMetas: readonly AccountMeta[],
): Uint8Array {
  const indexes = (writable: boolean): Uint8Array =>
    bytes(fromTableMetas.filter((meta) => meta.writable === writable).map((meta) => entries.indexOf(meta.address)));
  return Buffer.concat([addressBytesOf(address), indexes(true), indexes(false)]);
}

function compact(length: number): Uint8Array {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
}

function list(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([compact(items.length), ...items]);
}

function bytes(values: readonly number[] | Uint8Array): Uint8Array {
  return Buffer.concat([compact(values.length), Uint8Array.from(values)]);
}
