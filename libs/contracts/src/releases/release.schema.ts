import { z } from 'zod';
import { publicBrandSchema } from '../brands/brand.schema.ts';
import { isReadableFormat } from './release-format.ts';

/** A path of a page: fixed segments and parameters (`/flight/:id`), so that every reader of the route data matches it alike. */
const pathSchema = z.string().regex(/^\/(?::?[\w-]+(?:\/:?[\w-]+)*)?$/);

/** Route data of a front end: what its developers state once, and shell, edge and release command need to know of a page. */
export const routeSchema = z
  .object({
    path: pathSchema,
    /** The exposed module of a remote, or the chunk of the shell, that shows the page. */
    screen: z.string().min(1),
    /** More paths that show the same page. */
    aliases: z.array(pathSchema).optional(),
    /** Paths that redirect to this one. */
    redirectFrom: z.array(pathSchema).optional(),
    /** True when the page is also rendered at release and its markup is part of the HTML. */
    prerendered: z.boolean().optional(),
    /** True when the page shows a visitor's own data and is not for search engines. */
    private: z.boolean().optional(),
  })
  .refine(({ path, redirectFrom }) => !redirectFrom || !path.includes(':'), {
    message: 'A path with a parameter cannot be the target of a redirect',
  });
export type Route = z.output<typeof routeSchema>;

/** Limit of a front end's paths, which are compared with those of all others. */
const maxPaths = 200;

const routesSchema = z
  .array(routeSchema)
  .refine(
    (routes) =>
      routes.flatMap(({ aliases = [], redirectFrom = [] }) => [0, ...aliases, ...redirectFrom]).length <=
      maxPaths,
    { message: `A front end has at most ${maxPaths} paths` },
  );

/** A route with the path of its screen in the `src` folder of the remote. */
export type RemoteRoute = Route & { file: string };

/** A released version of a front end: an immutable folder, identified by its manifest. */
export const releaseSchema = z.object({
  version: z.string(),
  /** URL of the manifest: a path on this site, or absolute during development of a remote. */
  manifest: z.string(),
  /** Copied from the manifest at release, so that the paths are known even when the manifest cannot be read. */
  routes: routesSchema,
});
export type Release = z.output<typeof releaseSchema>;

/** Release table for browsers: front end name to current release. */
export const releaseTableSchema = z.record(z.string(), releaseSchema);
export type ReleaseTable = z.output<typeof releaseTableSchema>;

/** A share of visitors, as finely as they are divided. */
export const percentSchema = z.number().positive().max(100).multipleOf(0.1);

/**
 * Who gets a candidate besides those who opened its preview link: visitors of these brands, and this share of visitors, each of
 * whom stays in it or out of it. With both, that share of the visitors of these brands.
 */
export const audienceSchema = z.object({
  brands: z.array(z.string().min(1)).min(1).optional(),
  percent: z.number().positive().max(100).optional(),
});
export type Audience = z.output<typeof audienceSchema>;

/** Limit of a name or a reason in a release event. */
const maxLineLength = 200;

/** A name or a reason, which commands print as a part of a line: a control character could forge others. */
export const eventLineSchema = z
  .string()
  .max(maxLineLength)
  .refine((text) => !/\p{Cc}/u.test(text), 'It has control characters');

/** A text as `eventLineSchema` accepts it. */
export const toEventLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxLineLength);

/** What happened to the versions of a front end. */
export const releaseEventSchema = z.object({
  version: z.string(),
  /** The version that a rollback left. */
  from: z.string().optional(),
  at: z.iso.datetime(),
  action: z.enum(['released', 'candidate', 'promoted', 'withdrawn', 'rolled-back', 'set', 'removed']),
  /** The person or program that did it, and why if it was not asked to. */
  by: eventLineSchema,
  /** Name of the key that signed the change, when it reached the edge from outside: then `by` is what the key's holder says. */
  team: z.string().optional(),
  reason: eventLineSchema.optional(),
});
export type ReleaseEvent = z.output<typeof releaseEventSchema>;

/**
 * Release table as stored: with previous versions (newest first) for rollback, the version that is tried out, if any, and the last
 * events, newest first.
 */
export const releaseFileSchema = z.record(
  z.string(),
  releaseSchema.extend({
    previous: z.array(z.string()),
    /** The number of the newest version. */
    count: z.int().nonnegative(),
    /** Hash of the sources that were last built. */
    sources: z.string().max(64),
    candidate: releaseSchema.extend({ audience: audienceSchema }).optional(),
    history: z.array(releaseEventSchema),
  }),
);
export type ReleaseFile = z.output<typeof releaseFileSchema>;

/**
 * Hashes of the scripts and style sheets of a release by file name, with which browsers refuse a changed file; added at
 * release, so that a build, which a development server has too, has none.
 */
const integritySchema = z.record(z.string(), z.string()).optional();

const formatSchema = z
  .int()
  .prefault(0)
  .refine(isReadableFormat, 'It was built by tools of another version: build it again.');

/** Fields of a shell release's `manifest.json` that the page server reads; file names are relative to its folder. */
export const shellManifestSchema = z.object({
  format: formatSchema,
  scripts: z.array(z.string()).min(1),
  styles: z.array(z.string()),
  fonts: z.array(z.string()),
  chunks: z.record(z.string(), z.array(z.string())),
  /** The information pages; `screen` is a key of `chunks`. */
  routes: routesSchema.min(1),
  /** Modules shared with remotes, with their versions. */
  shared: z.record(z.string(), z.string()),
  /** The file that renders header and footer in the page server. */
  frame: z.string().optional(),
  integrity: integritySchema,
});
export type ShellManifest = z.output<typeof shellManifestSchema>;

const assetsSchema = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });

/** Fields of a remote's `mf-manifest.json` that the page server and the release command read; file names are relative to its folder. */
export const remoteManifestSchema = z.looseObject({
  integrity: integritySchema,
  metaData: z.looseObject({
    format: formatSchema,
    remoteEntry: z.looseObject({ name: z.string() }),
    routes: routesSchema.min(1),
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
  brand: publicBrandSchema,
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
