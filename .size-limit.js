import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const shell = read('apps/shell/dist/manifest.json');
const search = read('apps/search-mfe/dist/manifest.json');

/** Every script that a path asks for before its first screen is there, by what the builds say of themselves. */
const scriptsOf = (path) => [
  ...shell.scripts.map((file) => `apps/shell/dist/${file}`),
  ...[search.entry, ...search.files, ...search.screens[path]]
    .filter((file) => file.endsWith('.js'))
    .map((file) => `apps/search-mfe/dist/${file}`),
];

/** Compressed bytes of the first screens, in thousands. */
export default [
  { name: '/', path: scriptsOf('/'), limit: '130 kB', brotli: true },
  { name: '/search', path: scriptsOf('/search'), limit: '180 kB', brotli: true },
  { name: '/flight/:id', path: scriptsOf('/flight/:id'), limit: '180 kB', brotli: true },
];
