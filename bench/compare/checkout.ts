import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workingTree = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** The code of one side, ready to run, and the settings of its service that differ from the other side's. */
export type Checkout = {
  label: string;
  folder: string;
  settings?: Readonly<Record<string, string>>;
  remove(): void;
};

/**
 * The code of a commit in a temporary git worktree at `folder`, or a folder that has the code already, such as a patched
 * copy. `remove` removes the worktree and leaves a given folder alone.
 */
export function checkOut(commitOrFolder: string, folder: string): Checkout {
  if (isFolder(commitOrFolder)) {
    const given = resolve(commitOrFolder);
    install(given);
    return { label: given, folder: given, remove: () => undefined };
  }
  const commit = git('rev-parse', '--verify', '--short', `${commitOrFolder}^{commit}`).trim();
  git('worktree', 'add', '--detach', '--force', folder, commit);
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
  };
  try {
    install(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { label: commit, folder, remove };
}

/** Links the packages of the working tree when they are the same. Installing takes a minute. */
function install(folder: string): void {
  const packages = join(folder, 'node_modules');
  if (existsSync(packages)) return;
  if (lockOf(folder) === lockOf(workingTree)) symlinkSync(join(workingTree, 'node_modules'), packages);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

/** What `npm ci` installs. The top of the file repeats names and versions of package.json, which do not matter here. */
function lockOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  return JSON.stringify({ ...packages, '': undefined });
}

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: workingTree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
