import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const run = promisify(execFile);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'commit-'));
  for (const folder of ['src/release', 'src/front-ends', 'src/local', 'webpack'])
    await cp(join(repoRoot, 'tools', folder), join(root, 'tools', folder), { recursive: true });
  await symlink(join(repoRoot, 'node_modules'), join(root, 'node_modules'));
  await mkdir(join(root, 'apps/search-mfe'), { recursive: true });
  for (const file of ['apps/search-mfe/page.ts', 'README.md', 'package-lock.json', '.gitignore'])
    await writeFile(join(root, file), file === '.gitignore' ? 'node_modules' : '1');
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=ana', '-c', 'user.email=ana@fareline.example', ...args], { cwd: root });
async function commit(): Promise<string> {
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  return (await git('rev-parse', '--short=12', 'HEAD')).stdout.trim();
}

/** What the release command takes for the commit of the search app, or its refusal. */
async function readCommit(acceptsUncommitted = false, env: Record<string, string> = {}): Promise<string> {
  const script = `import { readCommit } from '${join(root, 'tools/src/release/commit.ts')}';
    process.stdout.write(await readCommit('${join(root, 'apps/search-mfe')}', ${acceptsUncommitted}).catch(({ message }) => message));`;
  const { COMMIT: _, ...rest } = process.env;
  const options = { cwd: root, env: { ...rest, GIT_CEILING_DIRECTORIES: tmpdir(), ...env } };
  return (await run(process.execPath, ['--input-type=module', '-e', script], options)).stdout;
}

it('a release of changes that are not committed is refused with their names, unless it is asked for', async () => {
  const head = await commit();
  expect(await readCommit()).toBe(head);
  await writeFile(join(root, 'README.md'), 'of no front end');
  expect(await readCommit()).toBe(head);
  await writeFile(join(root, 'apps/search-mfe/page.ts'), '2');
  expect(await readCommit()).toMatch(/not committed[\s\S]*apps\/search-mfe\/page\.ts/);
  expect(await readCommit(true)).toBe(`${head}+`);
});

it('without a repository the commit has to be named', async () => {
  expect(await readCommit()).toBe('There is no repository here: set COMMIT, or add --uncommitted.');
  expect(await readCommit(true)).toBe('unknown');
  expect(await readCommit(false, { COMMIT: 'abc' })).toBe('abc');
});
