import { z } from 'zod';
import { versionSchema } from './page-report.schema.ts';
import { audienceSchema, percentSchema, releaseEventSchema } from './release.schema.ts';

/** How often screens of a version were shown in the last ten minutes, and how often with an error. */
export const releaseCountsSchema = z.object({
  views: z.number().int().nonnegative(),
  errors: z.number().int().nonnegative(),
});
export type ReleaseCounts = z.output<typeof releaseCountsSchema>;

/** A version that has its files. */
const releasedVersionSchema = releaseCountsSchema.extend({
  version: z.string(),
  commit: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});

/** A front end as administrators see it. */
const managedReleaseSchema = z.object({
  name: z.string(),
  /** `removed` when its pages show an error. */
  version: z.string(),
  candidate: z.object({ version: z.string(), audience: audienceSchema }).nullable(),
  /** The version that a rollback returns to. */
  previous: z.string().nullable(),
  /** Newest first. */
  versions: z.array(releasedVersionSchema),
  history: z.array(releaseEventSchema),
  /** Another one after each change. */
  revision: z.string(),
});
export type ManagedRelease = z.output<typeof managedReleaseSchema>;

export const managedReleasesSchema = z
  .object({
    /** False where accounts has no releases folder. */
    isManaged: z.boolean(),
    frontEnds: z.array(managedReleaseSchema),
  })
  .meta({ id: 'ManagedReleases' });
export type ManagedReleases = z.output<typeof managedReleasesSchema>;

const decisionShape = {
  /** The revision that the administrator saw: after another change the action is refused. */
  revision: z.string().regex(/^[\da-f]{16}$/),
  reason: z.string().trim().max(200).optional(),
};

/** Make the candidate current, end its trial, change its share of visitors, return to the previous version, take any version. */
export const releaseChangeSchema = z.discriminatedUnion('action', [
  z.object({ ...decisionShape, action: z.literal('promote') }),
  z.object({ ...decisionShape, action: z.literal('withdraw') }),
  z.object({
    ...decisionShape,
    action: z.literal('percent'),
    percent: percentSchema,
  }),
  z.object({ ...decisionShape, action: z.literal('roll-back') }),
  z.object({ ...decisionShape, action: z.literal('set'), version: versionSchema }),
]);
export type ReleaseChange = z.output<typeof releaseChangeSchema>;
