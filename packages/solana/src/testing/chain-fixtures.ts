import { readFileSync } from 'node:fs';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { clockAddress, programs } from '../programs.ts';

/** Returns the parsed JSON of a file under `fixtures`. The type argument is not checked. */
export function loadFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as T;
}

/** An account in the form in which the fixture files contain it. */
export type FixtureAccount = {
  readonly address: string;
  readonly owner: string;
  readonly dataBase64: string;
  readonly executable?: boolean;
  readonly lamports?: string;
};

/** The slot that every account of a fixture has. */
export const vectorSlot = 400_000_000;

/** Returns an account of a fixture as a node would have returned it. */
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

/** Returns a Clock sysvar account with this time. */
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

/**
 * Returns a snapshot of these accounts.
 * @param absent addresses that count as read but have no account.
 */
export function snapshotOf(accounts: readonly AccountSnapshot[], absent: readonly string[] = []): ChainSnapshot {
  return chainSnapshot(vectorSlot, [
    ...absent.map((address) => [address, null] as const),
    ...accounts.map((entry) => [entry.address, entry] as const),
  ]);
}

/** Returns the snapshot with one account replaced. */
export function withAccount(snapshot: ChainSnapshot, replaced: AccountSnapshot): ChainSnapshot {
  return { slot: snapshot.slot, accounts: new Map([...snapshot.accounts, [replaced.address, replaced]]) };
}
