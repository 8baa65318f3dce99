import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'library-releases-'));
const clone = join(folder, 'clone');
const published = join(folder, 'published');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = {
  ...process.env,
  PATH: [folder, process.env.PATH].join(delimiter),
  NX_ISOLATE_PLUGINS: 'false',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'team'],
      [`GIT_${who}_EMAIL`, 'team@example.org'],
    ]),
  ),
};
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, env, encoding: 'utf8' }).trim();
const release = () =>
  execFileSync(process.execPath, ['tools/src/versions/release.ts', '--publish'], { cwd: clone, env });
const listTags = () => git('tag', '--list').split('\n');
const readVersion = (library: string) =>
  (JSON.parse(readFileSync(join(clone, library, 'package.json'), 'utf8')) as { version: string }).version;
const readPublished = () => readFileSync(published, 'utf8').trim().split('\n');

function commit(file: string, subject: string): void {
  appendFileSync(join(clone, file), '\n// changed\n');
  git('commit', '--all', '--message', subject);
}

/** An npm that packs empty files and knows what it published. */
const npm = `#!/bin/sh
case "$1" in
  run) for folder in libs/contracts libs/ui-theme libs/service-kit tools; do
      touch "$4/fareline-$(basename $folder)-$(sed -n 's/^  "version": "\\(.*\\)",/\\1/p' $folder/package.json).tgz"
    done ;;
  view) grep -qx "$(echo "$2" | sed 's/^@fareline.//; s/@/-/')" ${published} ;;
  publish) basename "$2" .tgz | sed 's/^fareline-//' >> ${published} ;;
  *) PATH=\${PATH#*:} exec npm "$@" ;;
esac
`;

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-tags', `file://${repoRoot}`, clone]);
  symlinkSync(join(repoRoot, 'node_modules'), join(clone, 'node_modules'));
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  writeFileSync(published, '');
});

it('tags and publishes the first version of each library, and once what changed since then', () => {
  const contracts = readVersion('libs/contracts');
  const uiTheme = readVersion('libs/ui-theme');
  release();
  expect(listTags()).toEqual([
    `@fareline/contracts@${contracts}`,
    '@fareline/service-kit@0.1.0',
    '@fareline/tools@0.1.0',
    `@fareline/ui-theme@${uiTheme}`,
  ]);
  const first = [`contracts-${contracts}`, `ui-theme-${uiTheme}`, 'service-kit-0.1.0', 'tools-0.1.0'];
  expect(readPublished()).toEqual(first);

  commit('tools/src/dev.ts', 'tools: serve more');
  commit('libs/ui-theme/src/index.ts', 'ui-theme: draw better');
  commit('libs/contracts/src/brand.ts', 'contracts: name a new field');
  const manifest = join(clone, 'libs/contracts/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(contracts, '99.0.0'));
  commit('libs/contracts/src/pages.ts', 'contracts, edge: name another field');
  release();
  const changelog = readFileSync(join(clone, 'libs/contracts/CHANGELOG.md'), 'utf8');
  expect(changelog).toMatch(/^# 99\.0\.0 .*/);
  expect(changelog).toContain('- contracts, edge: name another field');
  expect(changelog).toContain('- name a new field');
  expect(changelog).not.toContain('serve more');
  expect(readFileSync(join(clone, 'tools/CHANGELOG.md'), 'utf8')).toContain('- serve more');
  expect(readVersion('tools')).toBe('0.2.0');
  const patch = readVersion('libs/ui-theme');
  expect(patch).toBe(uiTheme.replace(/\d+$/, (number) => `${Number(number) + 1}`));
  expect(readFileSync(join(clone, 'libs/ui-theme/exports.json'), 'utf8')).toContain(`"version": "${patch}"`);
  expect(readPublished()).toEqual([...first, 'contracts-99.0.0', `ui-theme-${patch}`, 'tools-0.2.0']);
  expect(git('cat-file', '-t', '@fareline/contracts@99.0.0')).toBe('tag');

  const before = git('rev-parse', 'HEAD');
  release();
  expect(git('rev-parse', 'HEAD')).toBe(before);
  expect(readPublished()).toHaveLength(7);
}, 120_000);
