import { helm, operate } from './commands.ts';
import { testRelease, type Place } from './sandbox-release.ts';
import { makeNamespace, makeSecretsOfReadme, putSecret, removeNamespaces } from './secrets.ts';
import { expectThat, step } from './steps.ts';

const namespace = 'assay';

/**
 * Rehearses an installation, an upgrade and a first answer, which takes a few minutes. It works on any cluster that has
 * the image with both tags. It calls no address of the cluster except that of the API server.
 */
export async function rehearseShort({ repository, tag }: Place): Promise<void> {
  const values = ['-f', 'helm/assay/ci/sandbox-values.yaml', '--set', `image.repository=${repository}`];
  const patience = ['--wait', '--timeout', '8m'];
  await makeNamespace(namespace);
  await makeSecretsOfReadme(namespace);
  await step('`helm install --wait`', async () => {
    await helm(namespace, 'install', 'assay', 'helm/assay', ...values, '--set', `image.tag=${tag}`, ...patience);
    return 'deployed under restricted Pod Security';
  });
  await step('`helm upgrade` to another tag, with a key for the test', async () => {
    const text = await operate(namespace, 'accounts', 'create', '--name', 'short', '--credits', '100', '--json');
    await putSecret(namespace, 'assay-test', { 'api-key': (JSON.parse(text) as { readonly key: string }).key });
    const sets = ['--set', `image.tag=${tag}-next`, '--set', 'tests.apiKeySecret=assay-test'];
    await helm(namespace, 'upgrade', 'assay', 'helm/assay', ...values, ...sets, ...patience);
    return 'deployed';
  });
  await step('`helm test --logs`: the first answer', async () => {
    const words = await testRelease(namespace);
    expectThat(words.includes('at level'), words);
    return words;
  });
  await helm(namespace, 'uninstall', 'assay', '--wait', '--timeout', '3m');
  await removeNamespaces(namespace);
}
