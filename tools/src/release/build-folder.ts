import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives `work` the path of a folder for the build of a front end, and removes it afterwards. Not `dist`, which concurrent
 * releases into different release folders would share.
 */
export async function withBuildFolder(
  releases: string,
  name: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = join(releases, '.build', `${name}-${process.pid}`);
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
