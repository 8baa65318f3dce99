import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repoRoot } from '../local/paths.ts';
import { sourcePaths } from './source-hash.ts';

const run = promisify(execFile);

const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: repoRoot })).stdout.trim();

/**
 * The commit that a front end is built from, or the value of COMMIT where there is no repository, as in an image. Throws a
 * sentence when files that it is built from are not committed, unless that is accepted: then the commit ends in `+`.
 */
export async function readCommit(dir: string, acceptsUncommitted: boolean): Promise<string> {
  if (process.env.COMMIT) return process.env.COMMIT;
  const commit = await git('rev-parse', '--short=12', 'HEAD').catch(() => undefined);
  if (!commit && acceptsUncommitted) return 'unknown';
  if (!commit) throw new Error('There is no repository here: set COMMIT, or add --uncommitted.');
  const changed = await git('status', '--porcelain', '--', ...sourcePaths(dir));
  if (!changed) return commit;
  if (acceptsUncommitted) return `${commit}+`;
  throw new Error(`These changes are not committed (--uncommitted releases them nevertheless):\n${changed}`);
}
