import { z } from 'zod';
import { brandSchema } from './brand.ts';

/** One released front end: an immutable folder, named by its manifest. */
export const releaseSchema = z.object({
  version: z.string(),
  /** Address of the manifest: a path on this site, or a full address while a remote is being developed. */
  manifest: z.string(),
});
export type Release = z.output<typeof releaseSchema>;

/** The release table as browsers see it: name of a front end to its current release. */
export const releaseTableSchema = z.record(z.string(), releaseSchema);
export type ReleaseTable = z.output<typeof releaseTableSchema>;

/** The release table as it is kept: with the versions to go back to (newest first) and a stamp of the sources last built. */
export const releaseFileSchema = z.record(
  z.string(),
  releaseSchema.extend({ previous: z.array(z.string()), count: z.number().int(), sources: z.string() }),
);
export type ReleaseFile = z.output<typeof releaseFileSchema>;

/** What the page server reads of a shell release (`manifest.json`); file names are relative to its folder. */
export const shellManifestSchema = z.object({
  scripts: z.array(z.string()).min(1),
  styles: z.array(z.string()),
  fonts: z.array(z.string()),
  chunks: z.record(z.string(), z.array(z.string())),
  /** The paths that have a page, and the remote or the chunk of the shell that shows it, or the path that it leads to. */
  routes: z.array(
    z.object({
      path: z.string(),
      remote: z.string().optional(),
      chunk: z.string().optional(),
      redirect: z.string().optional(),
    }),
  ),
  /** What it provides to remotes: module to version. */
  shared: z.record(z.string(), z.string()),
  /** The file that draws what is around every page, for the page server. */
  frame: z.string().optional(),
});
export type ShellManifest = z.output<typeof shellManifestSchema>;

/** A path that a remote shows, and the name of the exposed screen that does; `prerendered` where it is drawn before any script runs. */
const remoteRouteSchema = z.object({
  path: z.string(),
  screen: z.string(),
  prerendered: z.boolean().optional(),
});

/** What a remote's routes say of a path; `file` is its screen's, in the remote's `src`. */
export type RemoteRoute = z.output<typeof remoteRouteSchema> & { file: string };

const assetsSchema = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });

/** What the page server and the release command read of a remote's federation manifest (`mf-manifest.json`); file names are relative to its folder. */
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

/** Pages drawn when their versions were released: markup by path, and the brand as it was then. */
export const prerenderedPagesSchema = z.object({
  brand: brandSchema,
  pages: z.record(z.string(), z.string()),
});
export type PrerenderedPages = z.output<typeof prerenderedPagesSchema>;

/** Where a folder of releases keeps them: a hidden folder, which no browser is served. */
export const prerenderedFolder = '.prerendered';

/** The file of a brand's pages, as a shell and a remote of these versions draw them together. */
export const prerenderedFile = (page: {
  shell: string;
  name: string;
  version: string;
  brand: string;
}): string => `${prerenderedFolder}/${page.name}/${page.version}/${page.shell}/${page.brand}.json`;
