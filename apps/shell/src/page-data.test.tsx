import { releaseFormat } from '@fareline/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { readPageData } from './page-data.ts';
import { createFederationPlugin } from './remotes/federation-plugin.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function insertPageData(data: object): void {
  const element = document.createElement('script');
  Object.assign(element, { id: 'page-data', type: 'application/json', textContent: JSON.stringify(data) });
  document.body.append(element);
}

const readable = [undefined, releaseFormat - 1, releaseFormat];
const unreadable = [releaseFormat - 2, releaseFormat + 1];

it.each(readable)('page data of format %s is read', (format) => {
  insertPageData({ format, releases: {} });
  expect(readPageData().releases).toEqual({});
});

it.each(unreadable)('page data of format %s is refused', (format) => {
  insertPageData({ format });
  expect(() => readPageData()).toThrow('The page data is of another version.');
});

const url = 'https://fareline.example/releases/search/1-a/mf-manifest.json';

/** Loads the manifest of a remote as the federation runtime does. */
async function loadManifest(format: number | undefined): Promise<unknown> {
  const manifest = { metaData: { format, remoteEntry: { name: 'remoteEntry.js' } }, exposes: [] };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(manifest)));
  const response = await createFederationPlugin({}).fetch?.(url, {});
  return response ? response.json() : undefined;
}

it.each(readable)('a manifest of format %s is read', (format) =>
  expect(loadManifest(format)).resolves.toMatchObject({ metaData: { remoteEntry: {} } }),
);

it.each(unreadable)('a manifest of format %s is refused', (format) =>
  expect(loadManifest(format)).rejects.toThrow(`${url} is of another version.`),
);
