import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Brand, PrerenderedPages, Release } from '@fareline/contracts';
import {
  defaultBrand,
  prerenderedFile,
  prerenderedFolder,
  prerenderedPagesSchema,
  remoteManifestSchema,
  shellManifestSchema,
} from '@fareline/contracts/schemas';
import { prerenderFile } from '../../webpack/prerender.ts';
import { readTable } from '../release/table.ts';
import { drawPages } from './draw.ts';

export interface PrerenderOptions {
  /** Folder of releases, absolute. */
  releases: string;
  /** The brands to draw for; the default brand is drawn in any case. */
  brands: readonly Brand[];
  /** Told of each page that could not be drawn; the site shows the ordinary one. */
  onFailure: (sentence: string) => void;
  timeoutMs?: number;
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

const folderOf = (releases: string, { manifest }: Release) =>
  join(releases, dirname(manifest.replace(/^\/releases\//, '')));

const manifestOf = (releases: string, { manifest }: Release) =>
  readJson(join(releases, manifest.replace(/^\/releases\//, '')));

async function storedPages(file: string): Promise<PrerenderedPages | undefined> {
  const stored = await readJson(file).catch(() => undefined);
  return prerenderedPagesSchema.safeParse(stored).data;
}

/**
 * Draws the pages of the current releases that their remotes mark as prerendered, for each brand, where they are missing or
 * the brand has changed since. Returns how many brands were drawn.
 */
export async function prerenderReleases(options: PrerenderOptions): Promise<number> {
  const { releases, onFailure, timeoutMs } = options;
  const { shell, ...remotes } = await readTable(releases);
  if (!shell) return 0;
  const manifest = shellManifestSchema.safeParse(await manifestOf(releases, shell).catch(() => undefined));
  const frame = manifest.data?.frame;
  if (!frame) return 0;
  // Of several with one id the last counts; the default brand is the one of this code.
  const brands = new Map([defaultBrand, ...options.brands, defaultBrand].map((brand) => [brand.id, brand]));
  let count = 0;
  for (const [name, remote] of Object.entries(remotes)) {
    const screenFile = join(folderOf(releases, remote), prerenderFile);
    const found = remoteManifestSchema.safeParse(await manifestOf(releases, remote).catch(() => undefined));
    // A manifest of an older kind: its screens are drawn by their scripts, if at all.
    const routes = found.data?.metaData.routes ?? [];
    const paths = routes.filter(({ prerendered }) => prerendered).map(({ path }) => path);
    if (paths.length === 0 || !existsSync(screenFile)) continue;
    for (const brand of brands.values()) {
      const file = join(
        releases,
        prerenderedFile({ shell: shell.version, name, version: remote.version, brand: brand.id }),
      );
      if (isDeepStrictEqual((await storedPages(file))?.brand, brand)) continue;
      try {
        const frameFile = join(folderOf(releases, shell), frame);
        const pages = await drawPages({ frameFile, screenFile, brand, paths, timeoutMs });
        await replaceFile(file, JSON.stringify({ brand, pages } satisfies PrerenderedPages));
        count += 1;
      } catch (error) {
        onFailure(`${name} ${remote.version} is not drawn ahead for ${brand.id}: ${messageOf(error)}`);
        // Code that cannot draw the default brand would keep every other brand waiting for nothing.
        if (brand.id === defaultBrand.id) break;
      }
    }
  }
  return count;
}

/** The brands that pages were drawn for before, as they were then: oldest first, one that changed several times. */
export async function brandsOfPages(releases: string): Promise<Brand[]> {
  const folder = join(releases, prerenderedFolder);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const stored = await Promise.all(
    files
      .filter((file) => file.endsWith('.json'))
      .map(async (file) => ({
        pages: await storedPages(join(folder, file)),
        writtenAt: (await stat(join(folder, file))).mtimeMs,
      })),
  );
  return stored
    .toSorted((a, b) => a.writtenAt - b.writtenAt)
    .flatMap(({ pages }) => (pages ? [pages.brand] : []));
}

/** Readers see the old file or the new one. */
async function replaceFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  await writeFile(next, content);
  await rename(next, file);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
