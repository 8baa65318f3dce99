import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const release = {
  ...{ version: '1-a', manifest: '/releases/shell/1-a/manifest.json', routes: [] },
  ...{ previous: [], count: 1, sources: '', history: [] },
};
const manifest = {
  ...{ scripts: ['main.js'], styles: [], fonts: [], chunks: { 'page-faq': [] }, shared: {} },
  routes: [{ path: '/faq', screen: 'page-faq' }],
  integrity: {},
};

/** A folder with a release of a shell with one page, so that the edge is ready and sends not-found pages. */
export async function createReleases(folder: string): Promise<string> {
  const releases = join(folder, 'releases');
  await mkdir(join(releases, 'shell', '1-a'), { recursive: true });
  await writeFile(join(releases, 'table.json'), JSON.stringify({ shell: release }));
  await writeFile(join(releases, 'shell', '1-a', 'manifest.json'), JSON.stringify(manifest));
  return releases;
}
