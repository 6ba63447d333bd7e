import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import type { LiveEntry } from '../catalog/live-catalog.ts';
import { checkTypes, type TypePorts } from './check-types.ts';

const catalog = await loadCatalog();
const capped: LiveEntry = {
  type: 'token.price',
  providers: 4,
  maxLevel: 'consensus',
  capReason: '',
  maxCostMicros: 1_000n,
  measuring: true,
  exampleLevel: 'consensus',
  pairs: { decided: 10, open: 5 },
};

function remedyFor(more: Partial<TypePorts>): string | undefined {
  const ports: TypePorts = {
    catalog,
    live: [capped],
    independence: { types: [] },
    isOnChain: (type) => type.startsWith('chain.'),
    nodeCount: 3,
    hasFailedReference: () => false,
    ...more,
  };
  return checkTypes(ports).find(({ name }) => name === 'token.price')?.remedy;
}

test('a type whose reference fails is told the cause, and not to wait', () => {
  expect(remedyFor({ hasFailedReference: () => true })).toMatch(/^Restore its reference.*nodes and the signed price/);
});

test('a type whose reference works waits for evidence, and one without nodes is told to set them', () => {
  expect(remedyFor({})).toMatch(/^Wait: /);
  expect(remedyFor({ nodeCount: 0 })).toMatch(/ASSAY_RPC_URLS/);
});
