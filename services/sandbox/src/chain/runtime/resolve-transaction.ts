import { addressBytes } from '../address.ts';
import { addressIn, u32At, u64At } from '../bytes.ts';
import type { ChainAccount } from '../account.ts';
import { programIds } from '../program-ids.ts';
import type { Instruction, AccountMeta } from './invocation.ts';
import type { TableLookup, Transaction } from './transaction.ts';

/** The reason why a transaction cannot run at all, by the runtime's name. */
export type TransactionError =
  | 'AddressLookupTableNotFound'
  | 'InvalidAddressLookupTableOwner'
  | 'InvalidAddressLookupTableData'
  | 'InvalidAddressLookupTableIndex'
  | 'AccountNotFound'
  | 'InvalidAccountForFee'
  | 'InsufficientFundsForFee'
  | 'BlockhashNotFound'
  | 'ProgramAccountNotFound'
  | 'InvalidProgramForExecution';

/**
 * A transaction with all of its addresses. The addresses in the transaction itself come first. Addresses from lookup
 * tables follow, writable ones before read-only ones.
 */
export type ResolvedTransaction = {
  readonly addresses: readonly string[];
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  readonly instructions: readonly Instruction[];
};

const tableKind = 1;
const firstAddressAt = 56;
const stillActive = 2n ** 64n - 1n;
const lamportsPerSignature = 5_000n;

/** Returns the fee of a transaction's signatures, in lamports. */
export function feeOf({ requiredSignatures }: Transaction): bigint {
  return BigInt(requiredSignatures) * lamportsPerSignature;
}

/** Looks up the addresses of a transaction, and assigns to each instruction its accounts. */
export function resolveTransaction(
  transaction: Transaction,
  read: (address: string) => ChainAccount | undefined,
): ResolvedTransaction | TransactionError {
  const writable: string[] = [];
  const readonly: string[] = [];
  for (const lookup of transaction.lookups) {
    const tableAddresses = lookUpAddresses(lookup, read);
    if (typeof tableAddresses === 'string') {
      return tableAddresses;
    }
    writable.push(...tableAddresses.writable);
    readonly.push(...tableAddresses.readonly);
  }
  const { staticAddresses, requiredSignatures, readonlySigned, readonlyUnsigned } = transaction;
  const addresses = [...staticAddresses, ...writable, ...readonly];
  const metas: readonly AccountMeta[] = addresses.map((address, index) => ({
    address,
    signer: index < requiredSignatures,
    writable:
      index < requiredSignatures - readonlySigned ||
      (index >= requiredSignatures && index < staticAddresses.length - readonlyUnsigned) ||
      (index >= staticAddresses.length && index < staticAddresses.length + writable.length),
  }));
  const instructions = transaction.instructions.map(({ programIndex, accountIndexes, data }) => ({
    program: addresses[programIndex] ?? '',
    accounts: accountIndexes.flatMap((index) => metas[index] ?? []),
    data,
  }));
  return { addresses, loaded: { writable, readonly }, instructions };
}

function lookUpAddresses(
  { table, writableIndexes, readonlyIndexes }: TableLookup,
  read: (address: string) => ChainAccount | undefined,
): { readonly writable: readonly string[]; readonly readonly: readonly string[] } | TransactionError {
  const account = read(table);
  if (account === undefined) {
    return 'AddressLookupTableNotFound';
  }
  if (account.owner !== programIds.addressLookupTable) {
    return 'InvalidAddressLookupTableOwner';
  }
  const { data } = account;
  if (data.length < firstAddressAt || u32At(data, 0) !== tableKind || u64At(data, 4) !== stillActive) {
    return 'InvalidAddressLookupTableData';
  }
  const count = Math.floor((data.length - firstAddressAt) / addressBytes);
  if ([...writableIndexes, ...readonlyIndexes].some((index) => index >= count)) {
    return 'InvalidAddressLookupTableIndex';
  }
  const at = (index: number): string => addressIn(data, firstAddressAt + index * addressBytes);
  return { writable: writableIndexes.map(at), readonly: readonlyIndexes.map(at) };
}

/**
 * Checks the payer and the programs before any instruction runs. Returns the reason why the transaction cannot run, or
 * undefined.
 */
export function checkRunnable(
  transaction: Transaction,
  { addresses, instructions }: ResolvedTransaction,
  read: (address: string) => ChainAccount | undefined,
): TransactionError | undefined {
  const payer = read(addresses[0] ?? '');
  if (payer === undefined) {
    return 'AccountNotFound';
  }
  if (payer.owner !== programIds.system || payer.data.length > 0) {
    return 'InvalidAccountForFee';
  }
  if (payer.lamports < feeOf(transaction)) {
    return 'InsufficientFundsForFee';
  }
  for (const { program } of instructions) {
    const account = read(program);
    if (account === undefined) {
      return 'ProgramAccountNotFound';
    }
    if (!account.executable) {
      return 'InvalidProgramForExecution';
    }
  }
  return undefined;
}
