import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readAccountJson, type ChainAccount } from './account.ts';
import { readAddress } from './address.ts';

/** Maximum number of files that are read in parallel. The operating system limits the open files of a process. */
const maxOpenFiles = 256;

const fileShape = z.object({ pubkey: z.string(), account: z.unknown() });

/**
 * Loads every `.json` file of a folder. Each file describes one account in the form of `solana account --output json`.
 * @returns the accounts by their addresses.
 * @throws Error for a malformed file. It states the file's name and the required form.
 */
export async function loadAccountFiles(folder: string): Promise<ReadonlyMap<string, ChainAccount>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const loaded = new Map<string, ChainAccount>();
  for (let start = 0; start < files.length; start += maxOpenFiles) {
    const some = files.slice(start, start + maxOpenFiles);
    const texts = await Promise.all(some.map((name) => readFile(join(folder, name), 'utf8')));
    some.forEach((name, index) => loaded.set(...readAccountFile(name, texts[index] ?? '')));
  }
  return loaded;
}

function readAccountFile(name: string, text: string): readonly [string, ChainAccount] {
  const file = fileShape.safeParse(parse(name, text));
  if (!file.success || readAddress(file.data.pubkey) === undefined) {
    throw new Error(`${name} must be { "pubkey": "<address>", "account": {...} }, the address 32 bytes in base58`);
  }
  const account = readAccountJson(file.data.account);
  if (typeof account === 'string') {
    throw new Error(`${name}: ${account}`);
  }
  return [file.data.pubkey, account];
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}
