import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { sharedSystem } from './support/system.ts';

const root = join(import.meta.dirname, '..', '..');
const system = sharedSystem();

type Control = {
  readonly providers: Readonly<Record<string, unknown>>;
  readonly chain: { readonly nodes: Readonly<Record<string, { readonly path: string }>> };
};

test('compose and the chart wire in every provider and node that the sandbox simulates', async () => {
  const control = (await (await fetch(`${system.sandboxUrl}/control`)).json()) as Control;
  const nodes = Object.entries(control.chain.nodes).map(([name, { path }]) => [name, path] as const);
  const providers = Object.keys(control.providers).filter((id) => !Object.hasOwn(control.chain.nodes, id));

  const chart = parse(readFileSync(join(root, 'helm', 'assay', 'values.yaml'), 'utf8')) as {
    sandbox: { providers: string[]; nodes: Record<string, string> };
  };
  expect(chart.sandbox.providers.toSorted()).toEqual(providers.toSorted());
  expect(chart.sandbox.nodes).toEqual(Object.fromEntries(nodes));

  const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: { engine: { environment: Record<string, string> } };
  };
  const json = (name: string): unknown => JSON.parse(compose.services.engine.environment[name] ?? 'null');
  const at = (path: string): string => `http://sandbox:8081${path}`;
  expect(json('ASSAY_PROVIDER_URLS')).toEqual(Object.fromEntries(providers.map((id) => [id, at(`/${id}`)])));
  expect(json('ASSAY_RPC_URLS')).toEqual(Object.fromEntries(nodes.map(([name, path]) => [name, at(path)])));
});
