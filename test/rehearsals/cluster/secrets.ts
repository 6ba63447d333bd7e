import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { apply, must } from './commands.ts';

/** Creates an empty namespace under the restricted pod security standard. */
export async function makeNamespace(namespace: string): Promise<void> {
  const labels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  await apply('default', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
}

/** Removes namespaces with everything in them. They may come from a rehearsal that was interrupted. */
export async function removeNamespaces(...namespaces: readonly string[]): Promise<void> {
  await must('kubectl', 'delete', 'namespace', ...namespaces, '--ignore-not-found', '--timeout=5m');
}

/** Creates the Secrets by the commands in the chart's README. These commands generate the values. */
export async function makeSecretsOfReadme(namespace: string): Promise<void> {
  const readme = readFileSync('helm/assay/README.md', 'utf8');
  const commands = /```console\n(random\(\)[\s\S]*?)\nhelm install/.exec(readme)?.[1] ?? '';
  const adapted = commands.replace(/^kubectl create namespace.*\n/m, '').replaceAll('-n assay ', `-n ${namespace} `);
  await must('sh', '-euc', adapted);
}

/** Returns a random text for a password or a key. */
export function random(): string {
  return randomBytes(32).toString('base64url');
}

/** Creates or replaces a Secret. */
export async function putSecret(
  namespace: string,
  name: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  await apply(namespace, { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: data });
}
