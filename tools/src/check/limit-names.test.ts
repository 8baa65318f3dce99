import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { limitNames } from '@fareline/service-kit/app-error';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const sources = globSync(['services/*/src/**/*.ts', 'libs/service-kit/src/**/*.ts'], {
  cwd: repoRoot,
  exclude: (path) => /\.test\.ts$|node_modules|testing$/.test(path),
}).map((path) => ({ path, text: readFileSync(join(repoRoot, path), 'utf8') }));

it('every refusal of too many requests names its limit, for the log and the counter of refusals', () => {
  const refusals = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/new AppError\(\s*'TOO_MANY_\w+'[^;]*/g)].map(([refusal]) => ({ path, refusal })),
  );
  expect(refusals.length).toBeGreaterThan(5);
  expect(refusals.filter(({ refusal }) => !/\blimit\b/.test(refusal)).map(({ path }) => path)).toEqual([]);
});

it('no limit has a name that nothing uses', () => {
  const text = sources
    .filter(({ path }) => !path.endsWith('app-error.ts'))
    .map((source) => source.text)
    .join('');
  const composed = /^(overload|provider)_(?!rate)/;
  expect(limitNames.filter((name) => !composed.test(name) && !text.includes(`'${name}'`))).toEqual([]);
});
