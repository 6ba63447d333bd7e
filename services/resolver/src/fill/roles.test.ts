import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { parseQuestion } from '../entities/parse-question.ts';
import { normalizeQuestion } from '../question-text.ts';
import { assignRoles } from './roles.ts';

const catalog = await loadCatalog();
const addresses: Readonly<Record<string, string>> = {
  '{a}': '7v4grdHr41Na7hySD3rGm6i9WJHR6jbuJL1hhtmgo7pW',
  '{b}': 'DXCSLCWKXT2uTymQyMTf9PhL2GmuH4UU6BrBLHouJigm',
  '{c}': 'GZ4V8g6sHjrKE3CK8MrjBrSqguhaHakG2KC2NXZhzbfb',
  '{d}': '9zKCtRxqVpGYygxSfV9v8RmpBKsPgCkhHqqWJQ9Mi51a',
};

/** Returns the roles of the addresses in a question. The result names the addresses instead of spelling them out. */
function rolesIn(type: string, query: string): Readonly<Record<string, string>> {
  const known = catalog.get(type);
  if (known === undefined) {
    throw new Error(`the catalog has no type ${type}`);
  }
  const text = query.replace(/\{[a-d]\}/g, (name) => addresses[name] ?? name);
  const roles = assignRoles(known, parseQuestion(normalizeQuestion(text)));
  const nameOf = (value: string): string =>
    Object.entries(addresses).find(([, address]) => address === value)?.[0] ?? value;
  return roles === 'several' ? {} : Object.fromEntries([...roles].map(([role, value]) => [role, nameOf(value)]));
}

test.each([
  ['The program at {a} may change, they say. Is {b} the one who may do it?', 'a later sentence asks about its subject'],
  ['Regarding the mint {a}, does the person controlling {b} retain authority over it?', 'words point back'],
  ['my coin mint {a}, am i ({b}) still mint authority', 'a noun tells the target'],
  ['I wrote the mint down as {a} and the boss key as {b}, is the boss key really the boss?', 'a noun tells each'],
  ['assert upgrade_authority(program={a}) includes {b}', 'a noun of a program tells the target'],
  ['{a} was the safe. {b} was the man with the key. Can he open it', 'a noun after an address tells its role'],
  ['Is {a} upgradeable by key {b}, yes or no', 'a verb goes on after the part that acts'],
  ['The coin was made by mint {a}. Does {b} have the authority to print more?', 'no program acts'],
  ['can {a} sign for {b} no wait other way round can {b} sign for {a}', 'the last order of two addresses counts'],
])('the second address signs: %s (%s)', (query) => {
  expect(rolesIn('chain.can_sign', query)).toEqual({ signer: '{b}', target: '{a}' });
});

test.each(['check that {a} has no power over {b}', 'With the key to {a} can I move what is in {b}?'])(
  'the first address signs: %s',
  (query) => {
    expect(rolesIn('chain.can_sign', query)).toEqual({ signer: '{a}', target: '{b}' });
  },
);

test.each(['may my own key open the thing at {a}', 'am i able to move the stuff in {a} w/ my own key'])(
  'a key without an address leaves the signer open: %s',
  (query) => {
    expect(rolesIn('chain.can_sign', query)).toEqual({ target: '{a}' });
  },
);

const all = { pool: '{a}', payer: '{b}', inputTokenAccount: '{c}', outputTokenAccount: '{d}' };

test.each([
  '{b} pays, {a} is the pool, {c} the input account, {d} the output account, 5000000 units',
  '{a} pool, {b} payer, {c} input, {d} output, 888888 in',
  '{b} (payer), {a} (pool), {c} to {d}, 5500000 smallest units',
  'in={c} amt=9 out={d} fee_payer={b} lp={a}',
  '900 units, token account {c} giving, token account {d} receiving, {b} paying, pool {a}',
  'if {b} puts 1,000,000 into {a} from {c} to {d}',
  '900 base units: {b} signs, {c} is debited, {d} is credited, {a} is the pool',
  'Stel: 88000 van {c}, naar {d}, betaler {b}. Door pool {a}. Opbrengst?',
  'wrzucam 15000000 z konta {c} na konto {d}, płatnikiem jest {b}, przez pulę {a}',
])('every account of a swap has its role: %s', (query) => {
  expect(rolesIn('chain.swap_quote', query)).toEqual(all);
});

test.each(['how much comes out of {a} if I put 15000 in', 'if i yeet 3000000 raw into {a} whats out'])(
  'the only account of a swap that is paid into is the pool: %s',
  (query) => {
    expect(rolesIn('chain.swap_quote', query)).toEqual({ pool: '{a}' });
  },
);
