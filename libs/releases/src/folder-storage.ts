import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@fareline/service-kit/app-error';
import type { ReleaseStorage } from './storage.ts';

const lockTtlMs = 30_000;

/** Has files that are being written, and locks: below the same root, as only there a rename is atomic. */
const workFolder = '.work';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** What an action on a file returns; undefined when there is no such file. */
const orAbsent = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  });

const toTag = ({ mtimeMs, ino, size }: { mtimeMs: number; ino: number; size: number }): string =>
  `${mtimeMs}-${ino}-${size}`;

/** Keeps releases in a folder, which several processes and, on a shared volume, several machines use. */
export function createFolderStorage(dir: string): ReleaseStorage {
  const root = resolve(dir);

  function toPath(key: string): string {
    const path = join(root, key);
    if (!path.startsWith(`${root}/`)) throw new Error(`${key} is outside the releases.`);
    return path;
  }

  /** Writes a file beside the others, for `move` to rename it. */
  async function writeFirst<T>(body: Buffer | string, move: (file: string) => Promise<T>): Promise<T> {
    const file = join(root, workFolder, randomUUID());
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeFile(file, body);
      return await move(file);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Renames a file to a key, whose folder another process may be deleting, because it has become empty. */
  async function place(file: string, key: string): Promise<void> {
    const path = toPath(key);
    const move = async () => {
      await mkdir(dirname(path), { recursive: true });
      await rename(file, path);
    };
    await move()
      .catch((error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error;
        return move();
      })
      .catch((cause: unknown) => {
        if (!hasCode(cause, 'EISDIR', 'ENOTEMPTY', 'ENOTDIR', 'EEXIST')) throw cause;
        throw new AppError('VALIDATION_ERROR', { message: `${key} is a folder, or below a file.`, cause });
      });
  }

  async function getTag(key: string): Promise<string | undefined> {
    const found = await orAbsent(stat(toPath(key)));
    return found?.isFile() ? toTag(found) : undefined;
  }

  return {
    location: root,
    getTag,
    read: (key) =>
      orAbsent(
        (async () => {
          const file = await open(toPath(key));
          try {
            return { tag: toTag(await file.stat()), body: await file.readFile() };
          } finally {
            await file.close();
          }
        })(),
      ),
    write: (key, body) => writeFirst(body, (file) => place(file, key)),
    writeIf: (key, body, tag) =>
      writeFirst(body, async (file) => {
        const unlock = await acquireLock(join(root, workFolder, `${encodeURIComponent(key)}.lock`));
        try {
          if ((await getTag(key)) !== tag) return false;
          await place(file, key);
          return true;
        } finally {
          await unlock();
        }
      }),
    async list(prefix) {
      const folder = prefix === '' ? root : toPath(prefix);
      const entries = (await orAbsent(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
      const listed = await Promise.all(
        entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .filter((path) => !path.startsWith(join(root, workFolder, '/')))
          .map(async (path) => {
            const found = await orAbsent(stat(path));
            return found ? [{ key: path.slice(root.length + 1), writtenAt: found.mtimeMs }] : [];
          }),
      );
      return listed.flat();
    },
    async remove(keys) {
      const paths = keys.map(toPath);
      await Promise.all(paths.map((path) => orAbsent(unlink(path))));
      for (const folder of new Set(paths.map(dirname))) await removeEmpty(folder);
    },
  };

  /** Deletes a folder that has become empty, and those above it. */
  async function removeEmpty(folder: string): Promise<void> {
    for (let path = folder; path !== root; path = dirname(path)) {
      try {
        await rmdir(path);
      } catch {
        return;
      }
    }
  }
}

/** Waits for a lock file, and returns how to release it. */
async function acquireLock(lock: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const file = await open(lock, 'wx');
      await file.close();
      return () => rm(lock, { force: true });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const found = await orAbsent(stat(lock));
    // The lock is left over from a process that was killed.
    if (found && Date.now() - found.mtimeMs > lockTtlMs) await rm(lock, { force: true });
    await wait(5);
  }
}
