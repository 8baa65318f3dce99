import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PublicBrand, PrerenderedPages, Release, ReleaseFile } from '@fareline/contracts';
import {
  defaultBrand,
  prerenderedFile,
  prerenderedFolder,
  prerenderedPagesSchema,
  shellManifestSchema,
  toPublicBrand,
} from '@fareline/contracts/schemas';
import { prerenderFile } from '../../webpack/prerender.ts';
import { readReleaseTable } from '@fareline/releases/release-table';
import { readJson, toKey, type ReleaseStorage } from '@fareline/releases/storage';
import { prerenderPages } from './prerender-pages.ts';

export interface PrerenderOptions {
  storage: ReleaseStorage;
  /** Brands to prerender for, in addition to the built-in default brand, unless it is one of them. */
  brands: readonly PublicBrand[];
  /** Called with a message for each brand that could not be prerendered; its pages are then rendered in the browser. */
  onFailure: (message: string) => void;
  timeoutMs?: number;
}

const getReleaseFolder = ({ manifest }: Release): string => dirname(toKey(manifest));

const readStoredPages = (storage: ReleaseStorage, key: string): Promise<PrerenderedPages | undefined> =>
  readJson(storage, key, prerenderedPagesSchema).catch(() => undefined);

/**
 * Prerenders the pages of the current releases that their front ends mark as prerendered, for each brand, unless they exist and the
 * brand is unchanged. Returns the number of brands that were rendered.
 */
export async function prerenderReleases(options: PrerenderOptions): Promise<number> {
  const { storage } = options;
  const { shell, ...remotes } = await readReleaseTable(storage);
  if (!shell) return 0;
  const shells = await readFrames(storage, withCandidate(shell));
  // The last brand with an id wins, so the stored default brand replaces the built-in one. (HOST-05)
  const brands = new Map([toPublicBrand(defaultBrand), ...options.brands].map((brand) => [brand.id, brand]));
  let count = 0;
  for (const { release, frame } of shells) {
    const own = { name: 'shell', release };
    const others = Object.entries(remotes).flatMap(([name, entry]) =>
      withCandidate(entry).map((remote) => ({ name, release: remote })),
    );
    for (const frontEnd of [own, ...others])
      count += await prerenderFrontEnd({ ...frontEnd, shell: release.version, frame, brands, options });
  }
  return count;
}

const withCandidate = ({ candidate, ...current }: ReleaseFile[string]): Release[] =>
  candidate ? [current, candidate] : [current];

/** The scripts that render header and footer, of the shells that have one. */
async function readFrames(
  storage: ReleaseStorage,
  shells: readonly Release[],
): Promise<{ release: Release; frame: Buffer }[]> {
  const frames = await Promise.all(
    shells.map(async (shell) => {
      const key = toKey(shell.manifest);
      const manifest = await readJson(storage, key, shellManifestSchema).catch(() => undefined);
      const script =
        manifest?.frame && (await storage.read(`${getReleaseFolder(shell)}/${manifest.frame}`))?.body;
      return script ? [{ release: shell, frame: script }] : [];
    }),
  );
  return frames.flat();
}

interface FrontEndInput {
  name: string;
  release: Release;
  /** Version of the shell whose frame surrounds the pages. */
  shell: string;
  frame: Buffer;
  brands: ReadonlyMap<string, PublicBrand>;
  options: PrerenderOptions;
}

/** Prerenders the pages of a front end in a frame, and returns the number of brands that were rendered. */
async function prerenderFrontEnd(input: FrontEndInput): Promise<number> {
  const { name, release, shell, frame, brands, options } = input;
  const { storage, onFailure, timeoutMs } = options;
  const paths = release.routes.filter(({ prerendered }) => prerendered).map(({ path }) => path);
  const screen =
    paths.length > 0 && (await storage.read(`${getReleaseFolder(release)}/${prerenderFile}`))?.body;
  if (!screen) return 0;
  let count = 0;
  for (const brand of brands.values()) {
    const key = prerenderedFile({ shell, name, version: release.version, brand: brand.id });
    if (isDeepStrictEqual((await readStoredPages(storage, key))?.brand, brand)) continue;
    try {
      const pages = await withScripts(frame, screen, (files) =>
        prerenderPages({ ...files, brand, paths, timeoutMs }),
      );
      await storage.write(key, JSON.stringify({ brand, pages } satisfies PrerenderedPages));
      count += 1;
    } catch (error) {
      onFailure(`${name} ${release.version} was not prerendered for ${brand.id}: ${getErrorMessage(error)}`);
      // Code that fails for the default brand would fail, or time out, for all other brands too.
      if (brand.id === defaultBrand.id) break;
    }
  }
  return count;
}

/** Gives `work` the paths of two files with the scripts, which the renderer reads. */
async function withScripts<T>(
  frame: Buffer,
  screen: Buffer,
  work: (files: { frameFile: string; screenFile: string }) => Promise<T>,
): Promise<T> {
  // The renderer may read these files only by their real paths.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'prerender-')));
  try {
    const [frameFile, screenFile] = [join(folder, 'frame.cjs'), join(folder, 'screen.cjs')];
    await Promise.all([writeFile(frameFile, frame), writeFile(screenFile, screen)]);
    return await work({ frameFile, screenFile });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The brands of all prerendered pages, oldest first; a brand that changed occurs once for each version of it. */
export async function listPrerenderedBrands(storage: ReleaseStorage): Promise<PublicBrand[]> {
  const files = (await storage.list(`${prerenderedFolder}/`)).filter(({ key }) => key.endsWith('.json'));
  const stored = await Promise.all(
    files.toSorted((a, b) => a.writtenAt - b.writtenAt).map(({ key }) => readStoredPages(storage, key)),
  );
  return stored.flatMap((pages) => (pages ? [pages.brand] : []));
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
