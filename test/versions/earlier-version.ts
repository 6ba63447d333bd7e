import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of this repository's working tree. */
export const repositoryRoot = join(import.meta.dirname, '..', '..');

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
}

/**
 * Returns the commit of the earlier version. It is `requestedCommit` when given. Otherwise it is the last tag or,
 * without tags, the commit before the newest migration.
 */
export function earlierCommit(requestedCommit: string | undefined): string {
  if (requestedCommit !== undefined) {
    return git('rev-parse', '--verify', `${requestedCommit}^{commit}`);
  }
  const [tag] = git('tag', '--sort=-creatordate').split('\n');
  if (tag !== undefined && tag !== '') {
    return git('rev-parse', `${tag}^{commit}`);
  }
  const newest = git('log', '-1', '--format=%H', '--', ':(glob)services/*/migrations/**');
  return git('rev-parse', `${newest}~1`);
}

/**
 * Writes the files of a commit to a folder that uses the installed packages of this tree. Returns the folder.
 * @param root an empty folder; a temporary one when absent.
 */
export function checkOut(commit: string, root: string = mkdtempSync(join(tmpdir(), 'assay-version-'))): string {
  const archive = execFileSync('git', ['archive', commit], { cwd: repositoryRoot, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  linkModules('.', root);
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(root, group))) {
      linkModules(join(group, name), root);
    }
  }
  return root;
}

/**
 * Links the installed packages of a folder. A link to a package of this repository leads to the commit's package
 * instead.
 */
function linkModules(folder: string, root: string): void {
  const from = join(repositoryRoot, folder, 'node_modules');
  const to = join(root, folder, 'node_modules');
  if (!existsSync(from)) {
    return;
  }
  mkdirSync(join(to, '@assay'), { recursive: true });
  for (const name of readdirSync(from).filter((each) => each !== '@assay')) {
    symlinkSync(join(from, name), join(to, name));
  }
  if (folder !== '.') {
    return;
  }
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(root, group))) {
      symlinkSync(join(root, group, name), join(to, '@assay', name));
    }
  }
}
