import { readFileSync } from 'node:fs';
import { rehearseReplicas } from './cluster/replicas.ts';
import { rehearseSandbox, type Place } from './cluster/sandbox-release.ts';
import { rehearseShort } from './cluster/short.ts';
import { removeNamespaces } from './cluster/secrets.ts';
import { table } from './cluster/steps.ts';

/**
 * Rehearses the Helm chart on a Kubernetes node, in parts. The argument names one part. Without it, `sandbox` and
 * `replicas` run. `sandbox`: the sandbox variant, from the first command to a second installation. `replicas`: two
 * replicas of every service under load, with NATS and PostgreSQL outside of the release. `short`: the part that CI
 * runs, on a cluster made by the tool "kind". Prints a table, and exits with 1 when a step failed.
 *
 *     make rehearse-cluster
 *     make rehearse-cluster PART=sandbox
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const place: Place = {
  repository: 'localhost/assay',
  tag: version,
  nodeAddress: process.env['ASSAY_NODE_ADDRESS'] ?? '',
};
const [only] = process.argv.slice(2);

try {
  // The node has room for one release. An interrupted rehearsal may have left another one. The part `short` may run on
  // another cluster, so it removes nothing but its own namespace.
  await removeNamespaces('assay', ...(only === 'short' ? [] : ['replicas', 'servers']));
  if (only === 'short') {
    await rehearseShort(place);
  }
  if (only === undefined || only === 'sandbox') {
    await rehearseSandbox(place);
  }
  if (only === undefined || only === 'replicas') {
    await rehearseReplicas(place);
  }
} catch (error) {
  process.stdout.write(`FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
process.stdout.write(`\n${table()}\n`);
