import { join } from 'node:path';
import { ensureFolder, getDataFolder, repoRoot } from '../local/paths.ts';
import { runCommand } from '../local/processes.ts';

export interface Checkout {
  folder: string;
  remove(): Promise<void>;
}

const git = (name: string, ...args: string[]) => runCommand({ name, command: 'git', args, cwd: repoRoot });

/** The newest tag of a version such as `v1.4.0`. */
export async function findNewestTag(): Promise<string | undefined> {
  const tags = await git('Listing tags', 'tag', '--list', 'v[0-9]*', '--sort=-version:refname');
  return tags[0];
}

/** Checks out a commit or tag into a folder of its own with its packages; undefined is this checkout, as it is on disk. */
export async function checkOut(commit: string | undefined): Promise<Checkout> {
  if (commit === undefined) return { folder: repoRoot, remove: async () => undefined };
  const [id = ''] = await git(`Looking for ${commit}`, 'rev-parse', '--verify', `${commit}^{commit}`);
  const folder = join(ensureFolder(join(getDataFolder(), 'upgrade')), `${id.slice(0, 12)}-${process.pid}`);
  await git(`Checking out ${commit}`, 'worktree', 'add', '--detach', folder, id);
  const remove = async () => void (await git(`Removing ${folder}`, 'worktree', 'remove', '--force', folder));
  try {
    await runCommand({
      ...{ name: `Installing the packages of ${commit}`, command: 'npm', args: ['ci'], cwd: folder },
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
