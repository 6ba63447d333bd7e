import { loadCatalog } from '@assay/catalog/catalog';
import { expect, test } from '@jest/globals';
import { givenSettings, offFacts, offLines } from './off-lines.ts';

const catalog = await loadCatalog();
const allTypes = new Set(catalog.keys());
const typesOffChain = new Set([...allTypes].filter((type) => !type.startsWith('chain.')));
const nodes = JSON.stringify({ a: 'https://one.example', b: 'https://two.example' });

async function linesOf(served: ReadonlySet<string>, environment: Record<string, string>): Promise<string> {
  return offLines(await offFacts(catalog, served, givenSettings(environment))).join('\n');
}

test('without a node the chain types are off because of ASSAY_RPC_URLS, not because nobody answers', async () => {
  const text = await linesOf(typesOffChain, {});
  expect(text).toMatch(/off +6 chain types.*ASSAY_RPC_URLS/);
  expect(text).toMatch(/off .*neynar.*social\.value.*ASSAY_PROVIDER_KEYS/);
  expect(text).toMatch(/off .*dashboard.*ASSAY_SMTP_URL/);
  expect(text).not.toContain('no answer');
});

test('types without an answer are named, and those of the chain only where nodes are configured', async () => {
  expect(await linesOf(new Set(), {})).toMatch(/no answer of any type: no provider answers; .*internet/);
  expect(await linesOf(new Set(['token.price']), {})).toMatch(/no answer funding\.rate, .*internet/);
  expect(await linesOf(new Set(), {})).not.toMatch(/no answer .*chain\./);
  expect(await linesOf(typesOffChain, { ASSAY_RPC_URLS: nodes })).toMatch(/no answer chain\.can_sign/);
});

test('there are at most five lines, and one when everything is on', async () => {
  expect((await linesOf(new Set(), {})).split('\n').length).toBeLessThanOrEqual(5);
  const { keyless } = await offFacts(catalog, allTypes, givenSettings({}));
  const keys = JSON.stringify(Object.fromEntries(keyless.map(({ provider }) => [provider, 'key'])));
  const text = await linesOf(allTypes, {
    ASSAY_RPC_URLS: nodes,
    ASSAY_PROVIDER_KEYS: keys,
    ASSAY_SMTP_URL: 'smtp://mail.example',
  });
  expect(text).toMatch(/^check /);
});

test('where only the engine knows the keys of providers, none is said to be missing', async () => {
  const settings = { hasNodes: true, hasMail: true, keys: 'unknown' } as const;
  const lines = offLines(await offFacts(catalog, allTypes, settings, 'docker compose run --rm operator doctor'));
  expect(lines).toEqual([expect.stringMatching(/^check +docker compose run --rm operator doctor /)]);
});
