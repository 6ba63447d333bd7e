import type { AccountFile } from './sandbox-control.ts';
import { send, type System } from './system.ts';

/** A pool of the sandbox and the wallets that can trade in it. */
export type SandboxPool = {
  readonly address: string;
  readonly kind: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly payer: { readonly wallet: string; readonly tokenAccountA: string; readonly tokenAccountB: string };
  readonly poorPayer?: SandboxPool['payer'];
};

/** A named account of the sandbox with its known fields. */
export type NamedAccount = Readonly<Record<string, string>> & { readonly members?: readonly string[] };

/**
 * The initial accounts of the sandbox's chain, by name. Each function throws for a missing entry; the error names it.
 */
export type ChainFixtures = {
  readonly pools: Readonly<Record<string, SandboxPool>>;
  readonly pool: (name: string) => SandboxPool;
  readonly mints: Readonly<Record<string, string>>;
  readonly named: (name: string) => NamedAccount;
  /** Returns the address of a named account. */
  readonly address: (name: string) => string;
  /** Returns the initial account at an address. */
  readonly initialAccount: (address: string) => AccountFile;
};

/** Reads the fixtures from the sandbox's control page. */
export async function readChainFixtures(system: Pick<System, 'sandboxUrl'>): Promise<ChainFixtures> {
  const { body } = await send(`${system.sandboxUrl}/control`);
  const { fixtures } = body['chain'] as {
    readonly fixtures: {
      readonly pools: Readonly<Record<string, SandboxPool>>;
      readonly mints: Readonly<Record<string, string>>;
      readonly accounts: Readonly<Record<string, string | NamedAccount>>;
    };
  };
  const accounts = body['accounts'] as Readonly<Record<string, AccountFile>>;
  const requireFound = <Value>(value: Value | undefined, missingName: string): Value => {
    if (value === undefined) {
      throw new Error(`the sandbox has no ${missingName}`);
    }
    return value;
  };
  const account = (name: string): string | NamedAccount => requireFound(fixtures.accounts[name], `account ${name}`);
  return {
    pools: fixtures.pools,
    mints: fixtures.mints,
    pool: (name) => requireFound(fixtures.pools[name], `pool ${name}`),
    named: (name) => {
      const entry = account(name);
      return typeof entry === 'string' ? requireFound<NamedAccount>(undefined, `account ${name} with fields`) : entry;
    },
    address: (name) => {
      const entry = account(name);
      return typeof entry === 'string' ? entry : (entry['address'] ?? '');
    },
    initialAccount: (address) => requireFound(accounts[address], `account at ${address}`),
  };
}

/** Returns the parameters of a swap in which the pool's payer sells token A for token B. */
export function swapParams({ address, payer }: SandboxPool, amountIn = '1000000'): Readonly<Record<string, string>> {
  return {
    pool: address,
    payer: payer.wallet,
    inputTokenAccount: payer.tokenAccountA,
    outputTokenAccount: payer.tokenAccountB,
    amountIn,
  };
}
