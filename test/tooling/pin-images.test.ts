import { afterEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'pin-images.mjs');
/** The digest that the simulated registry returns: SHA-256 of "manifest". */
const digest = 'sha256:05b3abf2579a5eb66403cd78be557fd860633a1fe2103c7642030defe32c657f';
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function project(registry: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pins-'));
  folders.push(folder);
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'helm/assay'), { recursive: true });
  mkdirSync(join(folder, 'deploy'));
  writeFileSync(join(folder, 'docker-compose.yml'), 'image: docker.io/library/nats:2.14.10-alpine\n');
  writeFileSync(join(folder, 'helm/assay/values.yaml'), 'image: docker.io/library/nats:2.14.10-alpine # NATS\n');
  writeFileSync(join(folder, 'deploy/Dockerfile'), 'ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim\n');
  writeFileSync(join(folder, 'bin/skopeo'), `#!/bin/sh\n${registry}\n`);
  chmodSync(join(folder, 'bin/skopeo'), 0o755);
  return folder;
}

function pin(folder: string, ...args: string[]): { readonly status: number | null; readonly stderr: string } {
  const env = { PATH: join(folder, 'bin') };
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8', env });
}

test('each image gets the digest that its registry gives, once and for all files', () => {
  const folder = project('printf manifest');
  expect(pin(folder, '--check').status).toBe(1);
  expect(pin(folder).status).toBe(0);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const written = /@(sha256:[0-9a-f]{64})/.exec(read('docker-compose.yml'))?.[1];
  expect(written).toBe(digest);
  expect(read('helm/assay/values.yaml')).toBe(`image: docker.io/library/nats:2.14.10-alpine@${digest} # NATS\n`);
  expect(read('deploy/Dockerfile')).toContain(`node:24-bookworm-slim@${digest}\n`);
  expect(pin(folder, '--check').status).toBe(0);
});

test('without a registry nothing is written, and the reason is said', () => {
  const folder = project('echo "no route to the registry" >&2; exit 1');
  const { status, stderr } = pin(folder);
  expect(status).toBe(1);
  expect(stderr).toContain('no registry gives the digest of docker.io/library/nats:2.14.10-alpine');
  expect(stderr).toContain('no route to the registry');
});
