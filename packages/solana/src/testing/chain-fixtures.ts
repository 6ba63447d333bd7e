import { readFileSync } from 'node:fs';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { clockAddress, programs } from '../programs.ts';

/** Reads a file of recorded chain data, by its path under `fixtures`; its type is the test's own reading of its shape. */
export function loadFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as T;
}

/** An account as the vector files write it. */
export type FixtureAccount = {
  readonly address: string;
  readonly owner: string;
  readonly dataBase64: string;
  readonly executable?: boolean;
  readonly lamports?: string;
};

/** The slot that every account of a vector is filed under. */
export const vectorSlot = 400_000_000;

/** An account of a vector as a node would have given it. */
export function account(vector: FixtureAccount): AccountSnapshot {
  return {
    address: vector.address,
    owner: vector.owner,
    lamports: BigInt(vector.lamports ?? '1'),
    executable: vector.executable ?? false,
    data: new Uint8Array(Buffer.from(vector.dataBase64, 'base64')),
    slot: vectorSlot,
  };
}

/** A Clock sysvar account with this time. */
export function clockAccount(clock: {
  readonly slot: string | bigint;
  readonly epoch: string | bigint | number;
  readonly unix: string | bigint;
}): AccountSnapshot {
  const data = new DataView(new ArrayBuffer(40));
  data.setBigUint64(0, BigInt(clock.slot), true);
  data.setBigUint64(16, BigInt(clock.epoch), true);
  data.setBigInt64(32, BigInt(clock.unix), true);
  return {
    address: clockAddress,
    owner: programs.sysvar,
    lamports: 1n,
    executable: false,
    data: new Uint8Array(data.buffer),
    slot: vectorSlot,
  };
}

/** A snapshot of these accounts in which every address of `absent` was read and found empty. */
export function snapshotOf(accounts: readonly AccountSnapshot[], absent: readonly string[] = []): ChainSnapshot {
  return chainSnapshot(vectorSlot, [
    ...absent.map((address) => [address, null] as const),
    ...accounts.map((entry) => [entry.address, entry] as const),
  ]);
}

/** The same snapshot with one account replaced. */
export function withAccount(snapshot: ChainSnapshot, replaced: AccountSnapshot): ChainSnapshot {
  return { slot: snapshot.slot, accounts: new Map([...snapshot.accounts, [replaced.address, replaced]]) };
}
