import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes the files of a commit to a folder, and links the installed packages that the commit needs. */
export function exportCommit(root, commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = run('git', ['archive', '--format=tar', '--output', `${folder}.tar`, commit], root);
  if (archive.status !== 0) {
    throw new Error(`git cannot export ${commit}: ${archive.stderr.trim()}`);
  }
  run('tar', ['-xf', `${folder}.tar`, '-C', folder], root);
  rmSync(`${folder}.tar`);
  linkPackages(root, folder);
}

/** Copies the working tree's files, except ignored ones, into a folder, and links the packages that they need. */
export function copyWorkingTree(root, folder) {
  const listed = run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], root).stdout.trim().split('\n');
  for (const file of listed.filter((name) => existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  linkPackages(root, folder);
}

/** Runs a command and returns its status and output. */
export function run(command, args, cwd, options = {}) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, ...options });
}

/**
 * Links every installed package into a folder. A link to a workspace of this repository leads to the same workspace in
 * the folder instead.
 */
function linkPackages(root, folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@assay'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '@assay')) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(folder, group))) {
      symlinkSync(join('..', '..', group, name), join(modules, '@assay', name));
      const own = join(root, group, name, 'node_modules');
      if (existsSync(own)) {
        symlinkSync(own, join(folder, group, name, 'node_modules'));
      }
    }
  }
}
