import { send, type System } from './system.ts';

type Sandbox = Pick<System, 'sandboxUrl'>;

/** An account of the sandbox's chain, in the format of an account file. */
export type AccountFile = {
  readonly lamports: number;
  readonly data: readonly [base64: string, encoding: 'base64'];
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch?: number;
};

/** The faults of providers and nodes that one test file injects into the sandbox. */
export type ProviderFaults = {
  /** Sets the state of providers until `clear`. */
  readonly inject: (ids: readonly string[], state: object) => Promise<void>;
  /** Resets every provider that was changed to `up`. Returns whether there was any. */
  readonly clear: () => Promise<boolean>;
};

/** The accounts of the sandbox's chain that one test file changes. */
export type AccountOverrides = {
  readonly set: (address: string, account: object) => Promise<void>;
  /** Restores every changed account. */
  readonly clear: () => Promise<void>;
};

const systemProgram = '11111111111111111111111111111111';

/** Sets the state of a provider or node of the sandbox. The state `{ state: 'up' }` ends all faults. */
export async function setProvider(sandbox: Sandbox, id: string, state: object): Promise<void> {
  await control(sandbox, `providers/${id}`, { method: 'PUT', body: state });
}

/** Puts an account at an address. The sandbox makes a new slot for the change. */
export async function setAccount(sandbox: Sandbox, address: string, account: object): Promise<void> {
  await control(sandbox, `accounts/${address}`, { method: 'PUT', body: account });
}

/** Restores the account that the sandbox originally had at an address. */
export async function resetAccount(sandbox: Sandbox, address: string): Promise<void> {
  await control(sandbox, `accounts/${address}`, { method: 'DELETE' });
}

/** Puts a wallet with an amount of lamports at an address. */
export async function setLamports(sandbox: Sandbox, address: string, lamports: number | string): Promise<void> {
  await setAccount(sandbox, address, walletOf(Number(lamports)));
}

/** Returns a wallet account with this many lamports. An account with 0 lamports does not exist on chain. */
export function walletOf(lamports: number): AccountFile {
  return { lamports, data: ['', 'base64'], owner: systemProgram, executable: false, rentEpoch: 0 };
}

/** Returns a copy of a token account that contains another amount of tokens. */
export function withTokenAmount(account: AccountFile, amount: bigint): AccountFile {
  const bytes = Buffer.from(account.data[0], 'base64');
  bytes.writeBigUInt64LE(amount, 64);
  return { ...account, data: [bytes.toString('base64'), 'base64'] };
}

/** Returns a copy of a Meteora DAMM V2 pool account. Its square-root price is multiplied by `factor`. */
export function withSqrtPrice(account: AccountFile, factor: bigint): AccountFile {
  const bytes = Buffer.from(account.data[0], 'base64');
  const offset = 456;
  const sqrtPrice = (bytes.readBigUInt64LE(offset) | (bytes.readBigUInt64LE(offset + 8) << 64n)) * factor;
  bytes.writeBigUInt64LE(BigInt.asUintN(64, sqrtPrice), offset);
  bytes.writeBigUInt64LE(sqrtPrice >> 64n, offset + 8);
  return { ...account, data: [bytes.toString('base64'), 'base64'] };
}

/** Creates the provider faults of one test file. */
export function openProviderFaults(sandbox: Sandbox): ProviderFaults {
  const changed = new Set<string>();
  return {
    inject: async (ids, state) => {
      for (const id of ids) {
        changed.add(id);
        await setProvider(sandbox, id, state);
      }
    },
    clear: async () => {
      const hadFaults = changed.size > 0;
      for (const id of changed) {
        await setProvider(sandbox, id, { state: 'up' });
      }
      changed.clear();
      return hadFaults;
    },
  };
}

/** Creates the account overrides of one test file. */
export function openAccountOverrides(sandbox: Sandbox): AccountOverrides {
  const written = new Map<string, string>();
  return {
    set: async (address, account) => {
      // Skip an account that has not changed. A test may set thousands of accounts, and most of them stay the same.
      if (written.get(address) !== JSON.stringify(account)) {
        written.set(address, JSON.stringify(account));
        await setAccount(sandbox, address, account);
      }
    },
    clear: async () => {
      for (const address of written.keys()) {
        await resetAccount(sandbox, address);
      }
      written.clear();
    },
  };
}

async function control(sandbox: Sandbox, path: string, request: Parameters<typeof send>[1]): Promise<void> {
  const response = await send(`${sandbox.sandboxUrl}/control/${path}`, request);
  if (response.status >= 300) {
    throw new Error(`the sandbox refused ${path}: ${response.text}`);
  }
}
