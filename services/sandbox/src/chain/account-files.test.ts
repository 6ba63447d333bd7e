import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testChain } from '../testing/test-chain.ts';
import { loadAccountFiles } from './account-files.ts';
import { programIds, sysvarIds } from './program-ids.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-account-files-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const account = {
  lamports: 1_141_440,
  data: ['AQID', 'base64'],
  owner: programIds.memo,
  executable: false,
  rentEpoch: 18_446_744_073_709_552_000,
  space: 3,
};

test('the chain starts with every account file of a folder, including the Clock account', async () => {
  const pubkey = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy';
  await writeFile(join(folder, 'one.json'), JSON.stringify({ pubkey, account }));
  await writeFile(join(folder, 'clock.json'), JSON.stringify({ pubkey: sysvarIds.clock, account }));
  await writeFile(join(folder, 'notes.txt'), 'not an account');
  const { ask, pass } = testChain(await loadAccountFiles(folder));
  for (const address of [pubkey, sysvarIds.clock]) {
    pass(10_000);
    expect(ask('node-a', 'getAccountInfo', address, { encoding: 'base64' })).toMatchObject({
      result: { value: { lamports: 1_141_440, data: ['AQID', 'base64'], owner: programIds.memo } },
    });
  }
});

test.each([
  ['{', 'is not JSON'],
  [JSON.stringify(account), 'must be { "pubkey"'],
  [JSON.stringify({ pubkey: 'nowhere', account }), 'must be { "pubkey"'],
  [JSON.stringify({ pubkey: sysvarIds.clock, account: { ...account, owner: 'x' } }), 'owner must be'],
])('the account file %s is refused by its name and the required form', async (text, message) => {
  await writeFile(join(folder, 'two.json'), text);
  await expect(loadAccountFiles(folder)).rejects.toThrow(`two.json`);
  await expect(loadAccountFiles(folder)).rejects.toThrow(message);
});
