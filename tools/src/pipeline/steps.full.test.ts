import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { listParts } from './steps.ts';

const overlay = 'deploy/kubernetes/overlays/production/kustomization.yaml';
const kustomize = `#!/bin/sh
# edit set image <name>=<image>:<tag>
sed "\\|- name: ${'${4%%=*}'}$|,/newTag/s/newTag: .*/newTag: ${'${4##*:}'}/" kustomization.yaml > edited
mv edited kustomization.yaml
`;

let folder = '';
const run = (name: string, command: string) =>
  execFileSync('sh', ['-c', command], {
    ...{ cwd: join(folder, name), encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: {
      ...{ PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
      // As on a runner, nobody is known.
      ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.useConfigOnly', GIT_CONFIG_VALUE_0: 'true' },
    },
  });
const listMain = () => run('origin', 'git log --format=%s main').trim().split('\n');
const readMain = (path: string) => run('origin', `git show main:${path}`);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'promote-'));
  for (const name of ['bin', 'origin', 'first']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries({ kustomize, npx: '#!/bin/sh\n' })) {
    writeFileSync(join(folder, 'bin', name), text);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  run('origin', 'git init --quiet --bare --initial-branch main');
  run('first', 'git clone --quiet ../origin . && git checkout --quiet -b main');
  cpSync(join(repoRoot, overlay), join(folder, 'first', overlay));
  writeFileSync(join(folder, 'first/other.txt'), 'committed\n');
  run(
    'first',
    'git add . && git -c user.name=a -c user.email=a@a commit --quiet -m "first" && git push origin main',
  );
  run('.', 'git clone --quiet origin second');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the promotion of a service does with files and git. */
const listSteps = (service: string, commit: string) =>
  listParts('registry.example/fareline', commit)
    .find(({ name }) => name === service)!
    .steps.promote.filter((step) => !/^(kubectl|npm run) /.test(step));

it('two promotions at once both write their image to main, and nothing else that is changed', () => {
  writeFileSync(join(folder, 'second/other.txt'), 'not committed\n');
  const [push = '', ...before] = listSteps('edge', 'c0ffee').reverse();
  for (const step of before.reverse()) run('second', step);
  for (const step of listSteps('accounts', 'decade')) run('first', step);
  run('second', push);
  expect(listMain()).toEqual(['deploy: run edge c0ffee', 'deploy: run accounts decade', 'first']);
  const original = readFileSync(join(repoRoot, overlay), 'utf8');
  const withTag = (text: string, service: string, tag: string) =>
    text.replace(new RegExp(`(- name: fareline/${service}\n.*\n.*newTag: ).*`), `$1${tag}`);
  expect(readMain(overlay)).toBe(withTag(withTag(original, 'edge', 'c0ffee'), 'accounts', 'decade'));
  expect(readMain('other.txt')).toBe('committed\n');
  expect(readFileSync(join(folder, 'second/other.txt'), 'utf8')).toBe('not committed\n');
});

it('a promotion of what main has already commits nothing', () => {
  const before = listMain();
  for (const step of listSteps('edge', 'c0ffee')) run('second', step);
  expect(listMain()).toEqual(before);
});
