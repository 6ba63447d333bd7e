import { send, type System } from './system.ts';

/** A pool of the sandbox, and who can trade in it. */
export type Pool = {
  readonly address: string;
  readonly kind: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly payer: { readonly wallet: string; readonly tokenAccountA: string; readonly tokenAccountB: string };
  readonly poorPayer?: Pool['payer'];
};

/** An account of the sandbox with what is known of it. */
export type Named = Readonly<Record<string, string>> & { readonly members?: readonly string[] };

/** An account as the control page shows it. */
export type Shown = {
  readonly lamports: number;
  readonly data: readonly [base64: string, encoding: 'base64'];
  readonly owner: string;
};

/** What stands on the sandbox's chain from the start, by name. Whatever is not there makes a test fail by name. */
export type ChainFixtures = {
  readonly pools: Readonly<Record<string, Pool>>;
  readonly pool: (name: string) => Pool;
  readonly mints: Readonly<Record<string, string>>;
  readonly named: (name: string) => Named;
  /** The address of a named account, whatever else is known of it. */
  readonly address: (name: string) => string;
  /** The bytes of an account as they were at the start. */
  readonly shown: (address: string) => Shown;
};

/** Reads the control page. */
export async function chainFixtures(system: Pick<System, 'sandboxUrl'>): Promise<ChainFixtures> {
  const { body } = await send(`${system.sandboxUrl}/control`);
  const { fixtures } = body['chain'] as {
    readonly fixtures: {
      readonly pools: Readonly<Record<string, Pool>>;
      readonly mints: Readonly<Record<string, string>>;
      readonly accounts: Readonly<Record<string, string | Named>>;
    };
  };
  const shown = body['accounts'] as Readonly<Record<string, Shown>>;
  const found = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) {
      throw new Error(`the sandbox has no ${what}`);
    }
    return value;
  };
  const account = (name: string): string | Named => found(fixtures.accounts[name], `account ${name}`);
  return {
    pools: fixtures.pools,
    mints: fixtures.mints,
    pool: (name) => found(fixtures.pools[name], `pool ${name}`),
    named: (name) => {
      const entry = account(name);
      return typeof entry === 'string' ? found<Named>(undefined, `account ${name} with fields`) : entry;
    },
    address: (name) => {
      const entry = account(name);
      return typeof entry === 'string' ? entry : (entry['address'] ?? '');
    },
    shown: (address) => found(shown[address], `account at ${address}`),
  };
}

/** The parameters of a swap of token A for token B by the pool's own payer. */
export function swapOf({ address, payer }: Pool, amountIn = '1000000'): Readonly<Record<string, string>> {
  return {
    pool: address,
    payer: payer.wallet,
    inputTokenAccount: payer.tokenAccountA,
    outputTokenAccount: payer.tokenAccountB,
    amountIn,
  };
}
