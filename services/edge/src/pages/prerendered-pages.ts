import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PublicBrand, Release, RemoteManifest, ShellManifest } from '@fareline/contracts';
import { prerenderedFile } from '@fareline/contracts/schemas';
import { createLoadingCache } from '@fareline/service-kit/loading-cache';
import { getReleaseFolder, type ReleaseSource } from '../releases/release-source.ts';
import type { PageMatch } from './match-page.ts';
import { screenFiles } from './preloads.ts';

interface PageInput {
  brand: PublicBrand;
  page: PageMatch;
  shell: { release: Release; manifest: ShellManifest; base: string };
  /** Undefined for a page of the shell itself. */
  remote: { release: Release; manifest: RemoteManifest } | undefined;
}

/** An inlined style sheet; `name` is its file name. */
export interface StyleSheet {
  name: string;
  text: string;
}

/** Everything that the first paint needs, so that it requires no further request. */
export interface PrerenderedPage {
  markup: string;
  styleSheets: StyleSheet[];
}

const isStyleSheet = (file: string) => file.endsWith('.css');

/** Limit of style sheets that are cached in memory: a few of each release. */
const maxStyleSheets = 100;

/**
 * Creates a loader of pages that were prerendered when their versions were released (`tools/src/prerender`), with their
 * style sheets, so that the page is visible after one round trip until the scripts replace it. Only reads files; no code of
 * a front end runs. Returns undefined, so that the scripts render the page, if it is not prerendered or its brand has changed.
 */
export function createPrerenderedPages(source: ReleaseSource) {
  const loadStyleSheet = createLoadingCache({
    max: maxStyleSheets,
    load: async (url): Promise<StyleSheet> => {
      const content = await source.readAsset(url);
      if (!content) throw new Error(`${url} is missing.`);
      // Relative URLs of an inlined style sheet would be resolved against the page.
      const absolute = content
        .toString()
        .replace(/url\((?!["']?(?:data:|https?:|\/))(["']?)/g, `url($1${posix.dirname(url)}/`);
      return { name: posix.basename(url), text: absolute };
    },
  });

  return async ({ brand, page, shell, remote }: PageInput): Promise<PrerenderedPage | undefined> => {
    const { frontEnd, route } = page;
    if (!route.prerendered) return undefined;
    const file = await source.getPrerenderedPages(
      prerenderedFile({
        shell: shell.release.version,
        name: frontEnd,
        version: (remote ?? shell).release.version,
        brand: brand.id,
      }),
    );
    const markup = file?.pages[route.path];
    if (markup === undefined || !isDeepStrictEqual(file?.brand, brand)) return undefined;
    const screenStyles = remote
      ? screenFiles(remote.manifest, route.screen).map((name) => getReleaseFolder(remote.release) + name)
      : (shell.manifest.chunks[route.screen] ?? []).map((name) => shell.base + name);
    try {
      const loaded = await Promise.all([
        ...shell.manifest.styles.map((name) => loadStyleSheet(shell.base + name)),
        ...screenStyles.filter(isStyleSheet).map((url) => loadStyleSheet(url)),
      ]);
      return { markup, styleSheets: loaded };
    } catch {
      return undefined;
    }
  };
}
