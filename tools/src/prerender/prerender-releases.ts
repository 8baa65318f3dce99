import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
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
import { readReleaseTable } from '@fareline/service-kit/releases/release-table';
import { prerenderPages } from './prerender-pages.ts';

export interface PrerenderOptions {
  /** Absolute path of the releases folder. */
  releases: string;
  /** Brands to prerender for, in addition to the built-in default brand, unless it is one of them. */
  brands: readonly PublicBrand[];
  /** Called with a message for each brand that could not be prerendered; its pages are then rendered in the browser. */
  onFailure: (message: string) => void;
  timeoutMs?: number;
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

const getReleaseFolder = (releases: string, { manifest }: Release) =>
  join(releases, dirname(manifest.replace(/^\/releases\//, '')));

const readManifest = (releases: string, { manifest }: Release) =>
  readJson(join(releases, manifest.replace(/^\/releases\//, '')));

async function readStoredPages(file: string): Promise<PrerenderedPages | undefined> {
  const stored = await readJson(file).catch(() => undefined);
  return prerenderedPagesSchema.safeParse(stored).data;
}

/**
 * Prerenders the pages of the current releases that their remotes mark as prerendered, for each brand, unless they exist and the
 * brand is unchanged. Returns the number of brands that were rendered.
 */
export async function prerenderReleases(options: PrerenderOptions): Promise<number> {
  const { releases } = options;
  const { shell, ...remotes } = await readReleaseTable(releases);
  if (!shell) return 0;
  const shells = await readFrames(releases, withCandidate(shell));
  // The last brand with an id wins, so the stored default brand replaces the built-in one. (HOST-05)
  const brands = new Map([toPublicBrand(defaultBrand), ...options.brands].map((brand) => [brand.id, brand]));
  let count = 0;
  for (const [name, entry] of Object.entries(remotes))
    for (const remote of withCandidate(entry))
      for (const { version, frameFile } of shells)
        count += await prerenderRemote({ name, remote, shell: version, frameFile, brands, options });
  return count;
}

const withCandidate = ({ candidate, ...current }: ReleaseFile[string]): Release[] =>
  candidate ? [current, candidate] : [current];

/** The files that render header and footer, of the shells that have one. */
async function readFrames(
  releases: string,
  shells: readonly Release[],
): Promise<{ version: string; frameFile: string }[]> {
  const frames = await Promise.all(
    shells.map(async (shell) => {
      const content = await readManifest(releases, shell).catch(() => undefined);
      const frame = shellManifestSchema.safeParse(content).data?.frame;
      return frame
        ? [{ version: shell.version, frameFile: join(getReleaseFolder(releases, shell), frame) }]
        : [];
    }),
  );
  return frames.flat();
}

interface RemoteInput {
  name: string;
  remote: Release;
  /** Version of the shell whose frame surrounds the pages. */
  shell: string;
  frameFile: string;
  brands: ReadonlyMap<string, PublicBrand>;
  options: PrerenderOptions;
}

/** Prerenders the pages of a remote in a frame, and returns the number of brands that were rendered. */
async function prerenderRemote(input: RemoteInput): Promise<number> {
  const { name, remote, shell, frameFile, brands, options } = input;
  const { releases, onFailure, timeoutMs } = options;
  const screenFile = join(getReleaseFolder(releases, remote), prerenderFile);
  const paths = remote.routes.filter(({ prerendered }) => prerendered).map(({ path }) => path);
  if (paths.length === 0 || !existsSync(screenFile)) return 0;
  let count = 0;
  for (const brand of brands.values()) {
    const file = join(releases, prerenderedFile({ shell, name, version: remote.version, brand: brand.id }));
    if (isDeepStrictEqual((await readStoredPages(file))?.brand, brand)) continue;
    try {
      const pages = await prerenderPages({ frameFile, screenFile, brand, paths, timeoutMs });
      await writeFileAtomically(file, JSON.stringify({ brand, pages } satisfies PrerenderedPages));
      count += 1;
    } catch (error) {
      onFailure(`${name} ${remote.version} was not prerendered for ${brand.id}: ${getErrorMessage(error)}`);
      // Code that fails for the default brand would fail, or time out, for all other brands too.
      if (brand.id === defaultBrand.id) break;
    }
  }
  return count;
}

/** The brands of all prerendered pages, oldest first; a brand that changed occurs once for each version of it. */
export async function listPrerenderedBrands(releases: string): Promise<PublicBrand[]> {
  const folder = join(releases, prerenderedFolder);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const stored = await Promise.all(
    files
      .filter((file) => file.endsWith('.json'))
      .map(async (file) => ({
        pages: await readStoredPages(join(folder, file)),
        writtenAt: (await stat(join(folder, file))).mtimeMs,
      })),
  );
  return stored
    .toSorted((a, b) => a.writtenAt - b.writtenAt)
    .flatMap(({ pages }) => (pages ? [pages.brand] : []));
}

/** Replaces a file atomically. */
async function writeFileAtomically(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, content);
  await rename(temporary, file);
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
