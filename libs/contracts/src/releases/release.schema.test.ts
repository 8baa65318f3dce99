import { expect, it } from 'vitest';
import { releaseFormat } from './release-format.ts';
import { optionalPaths } from '../testing/optional-paths.ts';
import {
  prerenderedFile,
  releaseFileSchema,
  releaseTableSchema,
  remoteManifestSchema,
  routeSchema,
  shellManifestSchema,
} from './release.schema.ts';

const route = {
  path: '/search',
  screen: 'results',
  aliases: ['/results'],
  redirectFrom: ['/flight'],
  prerendered: true,
  private: true,
};
const release = { version: 'v1', manifest: '/mfe/search/v1/mf-manifest.json', routes: [route] };
const optionalRouteFields = (routes: string) =>
  ['aliases', 'redirectFrom', 'prerendered', 'private'].map((field) => `${routes}.0.${field}`);
const assets = { sync: ['a.js'], async: ['b.js'] };

it.each([
  [
    'release table',
    releaseTableSchema,
    { search: release },
    ['search', ...optionalRouteFields('search.routes')],
  ],
  [
    'stored release table',
    releaseFileSchema,
    {
      search: {
        ...release,
        previous: ['v0'],
        count: 2,
        sources: 'hash',
        candidate: { ...release, audience: { brands: ['sunhop'], percent: 5 } },
        history: [
          {
            ...{ version: 'v1', from: 'v2', at: '2026-01-01T00:00:00.000Z', action: 'rolled-back' },
            ...{ by: 'ana', team: 'search', reason: 'why' },
          },
        ],
      },
    },
    [
      'search',
      ...optionalRouteFields('search.routes'),
      'search.candidate',
      ...optionalRouteFields('search.candidate.routes'),
      'search.candidate.audience.brands',
      'search.candidate.audience.percent',
      ...['from', 'team', 'reason'].map((field) => `search.history.0.${field}`),
    ],
  ],
  [
    'manifest of the shell',
    shellManifestSchema,
    {
      format: 1,
      scripts: ['a.js'],
      styles: ['a.css'],
      fonts: ['a.woff2'],
      chunks: { about: ['about.js'] },
      routes: [route],
      shared: { react: '19.0.0' },
      frame: 'frame.js',
    },
    ['format', 'chunks.about', ...optionalRouteFields('routes'), 'shared.react', 'frame'],
  ],
  [
    'manifest of a remote',
    remoteManifestSchema,
    {
      metaData: {
        format: 1,
        remoteEntry: { name: 'remoteEntry.js' },
        routes: [route],
      },
      exposes: [{ name: 'results', assets: { js: assets, css: assets } }],
      shared: [{ name: 'react', requiredVersion: '^19.0.0', assets: { js: assets } }],
    },
    ['metaData.format', ...optionalRouteFields('metaData.routes')],
  ],
])('the %s is read with all its fields', (_, schema, value, optional) => {
  expect(schema.parse(value)).toEqual(value);
  expect(optionalPaths(schema, value)).toEqual(optional);
});

it.each([
  [undefined, true],
  [releaseFormat - 1, true],
  [releaseFormat, true],
  [releaseFormat - 2, false],
  [releaseFormat + 1, false],
])('a manifest of format %s is read: %s', (format, isRead) => {
  const shell = { scripts: ['a.js'], styles: [], fonts: [], chunks: {}, routes: [route], shared: {} };
  expect(shellManifestSchema.safeParse({ format, ...shell }).success).toBe(isRead);
  const metaData = { format, remoteEntry: { name: 'remoteEntry.js' }, routes: [route] };
  expect(remoteManifestSchema.safeParse({ metaData, exposes: [], shared: [] }).success).toBe(isRead);
});

it('the manifest of a shell has at least one script', () => {
  const manifest = { styles: [], fonts: [], chunks: {}, routes: [route], shared: {} };
  expect(shellManifestSchema.safeParse({ ...manifest, scripts: [] }).success).toBe(false);
  expect(shellManifestSchema.safeParse({ ...manifest, scripts: ['a.js', 'b.js'] }).success).toBe(true);
});

it.each([
  '',
  'search',
  '/search/',
  '//search',
  '/search//x',
  '/*',
  '/flight/:',
  '/a b',
  '/a?b',
  'x/search',
  '/\n',
])('a route cannot have the path %j', (path) => {
  expect(routeSchema.safeParse({ ...route, path, redirectFrom: undefined }).success).toBe(false);
  for (const field of ['aliases', 'redirectFrom'])
    expect(routeSchema.safeParse({ ...route, [field]: [path] }).success).toBe(false);
});

it.each(['/', '/a', '/flight/:id', '/flight/:id/seats', '/my-trips/a/b_c', '/:page'])(
  'a route can have the path %j',
  (path) => expect(routeSchema.parse({ path, screen: 'results' })).toEqual({ path, screen: 'results' }),
);

it('a path with a parameter is not the target of a redirect', () => {
  const issues = routeSchema.safeParse({ ...route, path: '/flight/:id' }).error?.issues;
  expect(issues?.map(({ message }) => message)).toEqual([
    'A path with a parameter cannot be the target of a redirect',
  ]);
});

it.each([
  [
    'the shell',
    shellManifestSchema,
    { scripts: ['a.js'], styles: [], fonts: [], chunks: {}, shared: {} },
    'routes',
  ],
  ['a remote', remoteManifestSchema.shape.metaData, { remoteEntry: { name: 'remoteEntry.js' } }, 'routes'],
] as const)('the manifest of %s has one route or more', (_, schema, manifest, field) => {
  for (const [count, isValid] of [
    [0, false],
    [1, true],
    [2, true],
  ] as const)
    expect(schema.safeParse({ ...manifest, [field]: Array(count).fill(route) }).success).toBe(isValid);
});

it.each([
  [{}, 200],
  [{ aliases: ['/b'] }, 100],
  [{ redirectFrom: ['/b', '/c', '/d'] }, 50],
])('a front end with routes of %j has at most %i', (more, most) => {
  const isValid = (count: number) =>
    releaseTableSchema.safeParse({
      search: { ...release, routes: Array(count).fill({ path: '/a', screen: 'a', ...more }) },
    }).success;
  expect([isValid(most), isValid(most + 1)]).toEqual([true, false]);
});

it('prerendered pages are stored by both versions and the brand', () =>
  expect(prerenderedFile({ shell: 's1', name: 'search-mfe', version: 'v1', brand: 'default' })).toBe(
    '.prerendered/search-mfe/v1/s1/default.json',
  ));
