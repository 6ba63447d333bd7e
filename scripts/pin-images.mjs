import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Pins the images of the servers by digest. docker-compose.yml, the chart and the Dockerfile name a version of each
 * image. The program asks the image's registry for the digest of that version, and writes `name:version@sha256:...`. It
 * replaces an old digest by the current digest of the same version.
 *
 *     node scripts/pin-images.mjs [--check]      --check writes nothing, and ends with 1 if something would change
 */
const files = ['docker-compose.yml', 'helm/assay/values.yaml', 'deploy/Dockerfile'];
const image = /(?<name>docker\.io\/[\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?/g;
/** Programs that can ask a registry for the digest of a multi-platform image, in the order in which they are tried. */
const askers = [
  { program: 'skopeo', argsFor: (name) => ['inspect', '--raw', `docker://${name}`] },
  { program: 'docker', argsFor: (name) => ['buildx', 'imagetools', 'inspect', '--raw', name] },
];
const digests = new Map();

/**
 * Returns the digest of an image's manifest. When every program fails to get it, ends this process and prints why each
 * one failed.
 */
async function digestOf(name) {
  const reasons = [];
  for (const { program, argsFor } of askers) {
    try {
      const manifest = execFileSync(program, argsFor(name), { stdio: ['ignore', 'pipe', 'pipe'] });
      const bytes = await crypto.subtle.digest('SHA-256', manifest);
      return `sha256:${Buffer.from(bytes).toString('hex')}`;
    } catch (error) {
      const { stderr, message } = /** @type {{ stderr?: Buffer, message: string }} */ (error);
      reasons.push(`${program}: ${stderr?.toString().trim() || message}`);
    }
  }
  process.stderr.write(`no registry gives the digest of ${name}:\n  ${reasons.join('\n  ')}\n`);
  return process.exit(1);
}

let hasChanged = false;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const { groups } of text.matchAll(image)) {
    if (!digests.has(groups.name)) {
      digests.set(groups.name, await digestOf(groups.name));
    }
  }
  const pinned = text.replaceAll(image, (_found, name) => `${name}@${digests.get(name)}`);
  hasChanged ||= pinned !== text;
  if (pinned !== text && !process.argv.includes('--check')) {
    writeFileSync(file, pinned);
    process.stdout.write(`pinned the images of ${file}\n`);
  }
}
process.exitCode = hasChanged && process.argv.includes('--check') ? 1 : 0;
