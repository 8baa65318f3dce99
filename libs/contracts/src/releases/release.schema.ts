import { z } from 'zod';
import { brandSchema } from '../brands/brand.schema.ts';

/** A released version of a front end: an immutable folder, identified by its manifest. */
export const releaseSchema = z.object({
  version: z.string(),
  /** URL of the manifest: a path on this site, or absolute during development of a remote. */
  manifest: z.string(),
});
export type Release = z.output<typeof releaseSchema>;

/** Release table for browsers: front end name to current release. */
export const releaseTableSchema = z.record(z.string(), releaseSchema);
export type ReleaseTable = z.output<typeof releaseTableSchema>;

/** Release table as stored: with previous versions (newest first) for rollback and a hash of the last built sources. */
export const releaseFileSchema = z.record(
  z.string(),
  releaseSchema.extend({ previous: z.array(z.string()), count: z.number().int(), sources: z.string() }),
);
export type ReleaseFile = z.output<typeof releaseFileSchema>;

/** Fields of a shell release's `manifest.json` that the page server reads; file names are relative to its folder. */
export const shellManifestSchema = z.object({
  scripts: z.array(z.string()).min(1),
  styles: z.array(z.string()),
  fonts: z.array(z.string()),
  chunks: z.record(z.string(), z.array(z.string())),
  /** Paths with the remote, shell chunk or redirect that serves them. */
  routes: z.array(
    z.object({
      path: z.string(),
      remote: z.string().optional(),
      chunk: z.string().optional(),
      redirect: z.string().optional(),
    }),
  ),
  /** Modules shared with remotes, with their versions. */
  shared: z.record(z.string(), z.string()),
  /** The file that renders header and footer in the page server. */
  frame: z.string().optional(),
});
export type ShellManifest = z.output<typeof shellManifestSchema>;

/** A path of a remote with the exposed screen; `prerendered` when its markup is part of the page. */
const remoteRouteSchema = z.object({
  path: z.string(),
  screen: z.string(),
  prerendered: z.boolean().optional(),
});

/** Route data of a remote; `file` is the screen's path in the remote's `src`. */
export type RemoteRoute = z.output<typeof remoteRouteSchema> & { file: string };

const assetsSchema = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });

/** Fields of a remote's `mf-manifest.json` that the page server and the release command read; file names are relative to its folder. */
export const remoteManifestSchema = z.looseObject({
  metaData: z.looseObject({
    remoteEntry: z.looseObject({ name: z.string() }),
    routes: z.array(remoteRouteSchema),
  }),
  exposes: z.array(
    z.looseObject({ name: z.string(), assets: z.object({ js: assetsSchema, css: assetsSchema }) }),
  ),
  shared: z.array(
    z.looseObject({ name: z.string(), requiredVersion: z.string(), assets: z.object({ js: assetsSchema }) }),
  ),
});
export type RemoteManifest = z.output<typeof remoteManifestSchema>;

/** Pages rendered at release: markup by path, with the brand's data at that time. */
export const prerenderedPagesSchema = z.object({
  brand: brandSchema,
  pages: z.record(z.string(), z.string()),
});
export type PrerenderedPages = z.output<typeof prerenderedPagesSchema>;

/** Folder of prerendered pages in the release folder; hidden, so that it is not served. */
export const prerenderedFolder = '.prerendered';

/** Path of the prerendered pages of a brand for a pair of shell and remote versions. */
export const prerenderedFile = (page: {
  shell: string;
  name: string;
  version: string;
  brand: string;
}): string => `${prerenderedFolder}/${page.name}/${page.version}/${page.shell}/${page.brand}.json`;
