import { z } from 'zod';

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
  /** The paths that have a page, and the remote or the chunk of the shell that shows it. */
  routes: z.array(
    z.object({ path: z.string(), remote: z.string().optional(), chunk: z.string().optional() }),
  ),
  /** The file that draws what is around every page, for the page server. */
  frame: z.string().optional(),
});
export type ShellManifest = z.output<typeof shellManifestSchema>;

/** What shell and page server read of a remote's release (`manifest.json`); file names are relative to its folder. */
export const remoteManifestSchema = z.object({
  /** Name on `window` under which its entry puts the container. */
  container: z.string(),
  entry: z.string(),
  /** What its routes come in. */
  files: z.array(z.string()),
  /** Its paths, in the router's form, and what the screen of each comes in. */
  screens: z.record(z.string(), z.array(z.string())),
  /** Those of its paths that can be drawn before any script runs, and the file that does it on the page server. */
  prerendered: z.record(z.string(), z.string()),
});
export type RemoteManifest = z.output<typeof remoteManifestSchema>;

/** What the page tells of a remote, so that it is asked for without another round trip. */
export type RemoteEntry = Pick<RemoteManifest, 'container' | 'entry'>;
