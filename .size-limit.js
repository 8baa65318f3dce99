import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const shell = read('apps/shell/dist/manifest.json');
const search = read('apps/search-mfe/dist/mf-manifest.json');

const screenOf = (path) => search.metaData.routes.find((route) => route.path === path).screen;
const exposed = (name) => search.exposes.find((expose) => expose.name === name).assets.js.sync;

/** Every script that a path asks for before its first screen is there, by what the builds say of themselves. */
const scriptsOf = (path) => [
  ...[...shell.scripts, ...shell.chunks.federation].map((file) => `apps/shell/dist/${file}`),
  ...[search.metaData.remoteEntry.name, ...exposed(screenOf(path))].map(
    (file) => `apps/search-mfe/dist/${file}`,
  ),
];

/**
 * Compressed bytes of the first screens, in thousands. React, the router, the query client and the federation runtime are some
 * 115 of them, already without their parts for servers; the rest needs air, or each new feature would have to move the limit.
 */
export default [
  { name: '/', path: scriptsOf('/'), limit: '165 kB', brotli: true },
  { name: '/search', path: scriptsOf('/search'), limit: '205 kB', brotli: true },
  { name: '/flight/:id', path: scriptsOf('/flight/:id'), limit: '190 kB', brotli: true },
];
