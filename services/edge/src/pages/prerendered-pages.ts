import { isDeepStrictEqual } from 'node:util';
import type { Brand, Release, RemoteManifest, ShellManifest } from '@fareline/contracts';
import { prerenderedFile } from '@fareline/contracts/schemas';
import type { ReleaseSource } from '../releases/release-source.ts';
import type { PageRoute } from './match-page.ts';
import { screenFiles } from './preloads.ts';

interface PageInput {
  brand: Brand;
  route: PageRoute;
  shell: { release: Release; manifest: ShellManifest };
  remote: { release: Release; manifest: RemoteManifest };
}

/** A style sheet as it stands in the page; `name` is its file's. */
export interface StyleSheet {
  name: string;
  text: string;
}

/** All that the first paint needs: it waits for nothing but the page itself. */
export interface PrerenderedPage {
  markup: string;
  sheets: StyleSheet[];
}

const isStyleSheet = (file: string) => file.endsWith('.css');

/** Style sheets kept in memory at most: a few of each release. */
const maxStyleSheets = 100;

/**
 * The pages that were drawn when their versions were released (`tools/src/prerender`), with their style sheets: the visitor
 * sees the page one round trip after asking, and the scripts put the living one in its place. Only files are read here; no
 * front end's code runs. Undefined for every other page, and for one whose brand has changed since: its scripts draw it.
 */
export function createPrerenderedPages(source: ReleaseSource) {
  const sheets = new Map<string, Promise<StyleSheet>>();

  function loadStyleSheet(release: Release, name: string): Promise<StyleSheet> {
    const folder = release.manifest.replace(/[^/]+$/, '');
    const known = sheets.get(folder + name);
    if (known) return known;
    // In the page addresses are read from the page on.
    const sheet = source.text(release.manifest, name).then((text) => ({
      name,
      text: text.replace(/url\((?!["']?(?:data:|https?:|\/))(["']?)/g, `url($1${folder}`),
    }));
    sheet.catch(() => sheets.delete(folder + name));
    if (sheets.size >= maxStyleSheets) sheets.clear();
    sheets.set(folder + name, sheet);
    return sheet;
  }

  return async ({ brand, route, shell, remote }: PageInput): Promise<PrerenderedPage | undefined> => {
    if (!route.remote) return undefined;
    const isPrerendered = remote.manifest.metaData.routes.some(
      ({ path, prerendered }) => prerendered && path === route.path,
    );
    if (!isPrerendered) return undefined;
    const file = await source.prerendered(
      prerenderedFile({
        shell: shell.release.version,
        name: route.remote,
        version: remote.release.version,
        brand: brand.id,
      }),
    );
    const markup = file?.pages[route.path];
    if (markup === undefined || !isDeepStrictEqual(file?.brand, brand)) return undefined;
    const remoteStyles = screenFiles(remote.manifest, route.path).filter(isStyleSheet);
    try {
      const all = await Promise.all([
        ...shell.manifest.styles.map((name) => loadStyleSheet(shell.release, name)),
        ...remoteStyles.map((name) => loadStyleSheet(remote.release, name)),
      ]);
      return { markup, sheets: all };
    } catch {
      return undefined;
    }
  };
}
