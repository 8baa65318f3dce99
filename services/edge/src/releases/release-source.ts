import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
  PrerenderedPages,
  Release,
  ReleaseTable,
  RemoteManifest,
  ShellManifest,
} from '@fareline/contracts';
import {
  prerenderedPagesSchema,
  releaseFileSchema,
  releaseTableSchema,
  remoteManifestSchema,
  shellManifestSchema,
} from '@fareline/contracts/schemas';

export interface ReleaseSource {
  /** The current releases, as browsers see them. */
  table(): Promise<ReleaseTable>;
  /** The current shell and the address of its folder. Rejects when none is released. */
  shell(): Promise<{ release: Release; manifest: ShellManifest; base: string }>;
  /** The text of a released file, named relative to the manifest at that address. */
  text(address: string, file: string): Promise<string>;
  /** The pages that were drawn ahead in that file of the folder; undefined where there is none or it is not readable. */
  prerendered(file: string): Promise<PrerenderedPages | undefined>;
  /** A remote's manifest by its address; undefined when it is not here or not readable. */
  remote(address: string): Promise<RemoteManifest | undefined>;
}

/** Files of pages that were drawn ahead, kept in memory at most: one for each brand. */
const maxPrerenderedFiles = 200;

/** Reads a JSON file again whenever it was replaced. */
function createJsonReader<T>(path: string, parse: (value: unknown) => T): () => Promise<T> {
  let known: { stamp: string; value: T } | undefined;
  return async () => {
    const { mtimeMs, ino, size } = await stat(path);
    const stamp = `${mtimeMs}-${ino}-${size}`;
    if (known?.stamp !== stamp) known = { stamp, value: parse(JSON.parse(await readFile(path, 'utf8'))) };
    return known.value;
  };
}

/** The folder of releases: the table is looked at on every page, manifests never change once they are there. (law 2) */
export function createReleaseSource(dir: string, isDevelopment: boolean): ReleaseSource {
  const readTable = createJsonReader(join(dir, 'table.json'), (value) => {
    const file = releaseFileSchema.parse(value);
    return Object.fromEntries(
      Object.entries(file).map(([name, { version, manifest }]) => [name, { version, manifest }]),
    );
  });
  // Remotes that somebody is working on, served from elsewhere: `npm run dev` writes them here.
  const readOverrides = createJsonReader(join(dir, 'dev.json'), (value) => releaseTableSchema.parse(value));
  const manifests = new Map<string, Promise<unknown>>();
  const prerendered = new Map<string, () => Promise<PrerenderedPages>>();

  const read = (address: string): Promise<unknown> => {
    const known = manifests.get(address);
    if (known) return known;
    const path = join(dir, address.replace(/^\/releases\//, ''));
    const manifest = readFile(path, 'utf8').then((text) => JSON.parse(text) as unknown);
    manifest.catch(() => manifests.delete(address));
    manifests.set(address, manifest);
    return manifest;
  };

  const resolveSibling = (address: string, file: string) =>
    join(dir, dirname(address.replace(/^\/releases\//, '')), file);

  const table = async (): Promise<ReleaseTable> => {
    const released = await readTable();
    if (!isDevelopment) return released;
    return { ...released, ...(await readOverrides().catch(() => ({}))) };
  };

  return {
    table,
    async shell() {
      const release = (await table()).shell;
      if (!release) throw new Error('No shell is released: run `npm run release -- shell`.');
      const manifest = shellManifestSchema.parse(await read(release.manifest));
      return { release, manifest, base: release.manifest.slice(0, release.manifest.lastIndexOf('/') + 1) };
    },
    text: (address, file) => readFile(resolveSibling(address, file), 'utf8'),
    prerendered: (file) => {
      const known = prerendered.get(file);
      if (known) return known().catch(() => undefined);
      if (prerendered.size >= maxPrerenderedFiles) prerendered.clear();
      const load = createJsonReader(join(dir, file), (value) => prerenderedPagesSchema.parse(value));
      prerendered.set(file, load);
      return load().catch(() => undefined);
    },
    async remote(address) {
      if (!address.startsWith('/releases/')) return undefined;
      const parsed = remoteManifestSchema.safeParse(await read(address).catch(() => undefined));
      return parsed.success ? parsed.data : undefined;
    },
  };
}
