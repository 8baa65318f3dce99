import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allocatorSettings } from '../local/allocator-settings.ts';
import { repoRoot } from '../local/paths.ts';

/** Sentences about what the file of an image must not have; `isJob` for one that ends by itself. */
function listImageProblems(text: string, isJob: boolean): string[] {
  const base = /^ARG BASE=(\S+)$/m.exec(text)?.[1] ?? '';
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const problems: [boolean, string][] = [
    [!/@sha256:[0-9a-f]{64}$/.test(base), 'The base is not pinned by a digest.'],
    [[...text.matchAll(/^FROM (\S+)/gm)].some(([, from]) => from !== '${BASE}'), 'A stage has another base.'],
    [/^RUN npm/m.test(last), 'The cache of npm stays in the image.'],
    [!/^RUN npm ci .*--omit=dev /m.test(text), 'It has packages for development.'],
    [!/^USER node$/m.test(last), 'It runs as root.'],
    [!isJob && !/^HEALTHCHECK .*CMD \[/m.test(last), 'Nobody notices that it does not answer.'],
    [
      !isJob && !/^ENV NODE_OPTIONS=--max-old-space-size-percentage=\d+$/m.test(last),
      'Its heap has no limit.',
    ],
  ];
  return problems.flatMap(([isProblem, sentence]) => (isProblem ? [sentence] : []));
}

const lines = (file: string) => readFileSync(join(repoRoot, file), 'utf8').split('\n').filter(Boolean);

it('images contain nothing that git ignores: secrets, data and local builds', () => {
  const ignored = lines('.dockerignore');
  for (const line of lines('.gitignore')) expect(ignored).toContain(`**/${line.replace(/\/$/, '')}`);
});

it('images of services have the allocator settings of the local run, with which their memory was measured', () => {
  const settings = Object.entries(allocatorSettings).map((entry) => entry.join('='));
  expect(lines('deploy/service.Containerfile')).toContain(`ENV ${settings.join(' ')}`);
});

it('images contain no tests, and nothing that only tests import', () =>
  expect(lines('.dockerignore')).toEqual(
    expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', '**/*.stories.tsx', '**/testing', 'e2e/src']),
  ));

const files = ['front-end', 'sandbox', 'service'].map((name) => `deploy/${name}.Containerfile`);
const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');

it('[CARE-08] images of services have the fonts of the travel document and no others, of 25 MB at most', () => {
  const remove = /^RUN (find .+) -delete$/m.exec(read('deploy/service.Containerfile'))?.[1] ?? '';
  const removed = execFileSync('sh', ['-c', remove], { cwd: repoRoot, encoding: 'utf8' }).split('\n');
  const fonts = globSync('node_modules/@expo-google-fonts/**/*.{ttf,png}', { cwd: repoRoot });
  const kept = fonts.filter((path) => !removed.includes(path));
  expect(kept.map((path) => path.split('/').at(-1)).toSorted()).toEqual([
    ...['Inter_400Regular.ttf', 'Inter_700Bold.ttf', 'NotoSansArabic_400Regular.ttf'],
    ...['NotoSansGeorgian_400Regular.ttf', 'NotoSansHebrew_400Regular.ttf', 'NotoSansJP_400Regular.ttf'],
    ...['NotoSansKR_400Regular.ttf', 'NotoSansSC_400Regular.ttf', 'NotoSansThai_400Regular.ttf'],
  ]);
  const bytes = kept.reduce((sum, path) => sum + statSync(join(repoRoot, path)).size, 0);
  expect(bytes).toBeLessThanOrEqual(25_000_000);
});

it.each(files)('%s has a pinned base, no root, no packages for development', (file) =>
  expect(listImageProblems(read(file), file.includes('front-end'))).toEqual([]),
);

it.each(files.filter((file) => !file.includes('sandbox')))(
  '%s knows the commit that it was built from',
  (file) =>
    expect(read(file).split('FROM').at(-1)).toMatch(/^ARG COMMIT=unknown$[^]*^ENV .*\bCOMMIT=\$\{COMMIT\}/m),
);

it('all images have the same base', () =>
  expect(new Set(files.map((file) => /^ARG BASE=.*$/m.exec(read(file))?.[0])).size).toBe(1));

it.each([
  [/@sha256:\w+/, '', 'The base is not pinned by a digest.'],
  ['FROM ${BASE} AS build', 'FROM node:24 AS build', 'A stage has another base.'],
  ['COPY --from=build /app ./', 'RUN npm ci --omit=dev', 'The cache of npm stays in the image.'],
  ['--omit=dev ', '', 'It has packages for development.'],
  ['USER node', 'USER root', 'It runs as root.'],
  ['\nHEALTHCHECK ', '\n# ', 'Nobody notices that it does not answer.'],
  ['ENV NODE_OPTIONS=', 'ENV OPTIONS=', 'Its heap has no limit.'],
])('refuses an image of a service in which %s is replaced by %j', (found, replacement, problem) => {
  const text = read('deploy/service.Containerfile');
  const broken = text.replace(found, () => replacement);
  expect(broken).not.toBe(text);
  expect(listImageProblems(broken, false)).toEqual([problem]);
});
