import { z } from 'zod';

export const frontEndNameSchema = z.string().regex(/^[a-z][a-z-]{0,30}$/);
export const versionSchema = z.string().regex(/^[\w-]{1,40}$/);

const shownSchema = z.object({ frontEnd: frontEndNameSchema, version: versionSchema });

/**
 * What a page tells the edge of the releases that it shows, without anything about the visitor: which screens were shown, at most
 * one error of each front end in a view of a screen, and how fast the page was.
 */
export const pageReportSchema = z.object({
  /** The front ends of a screen that was shown. */
  views: z.array(shownSchema).max(20),
  errors: z
    .array(
      shownSchema.extend({
        /** The page did not start, a file did not load, a screen did not render, a script failed. */
        kind: z.enum(['start', 'load', 'render', 'script']),
        /** Name of the error, such as `TypeError`. */
        name: z.string().regex(/^\w{1,60}$/),
        /** Path of the released file with line and column, if one is in the stack. */
        place: z
          .string()
          .regex(/^[\w./:-]{1,160}$/)
          .optional(),
        /** Pattern of the screen's path, such as `/flight/:id`. */
        route: z
          .string()
          .regex(/^\/[\w/:*-]{0,100}$/)
          .optional(),
      }),
    )
    .max(20),
  /** Largest contentful paint and interaction to next paint in ms; cumulative layout shift. */
  vitals: z
    .array(
      z.object({
        name: z.enum(['LCP', 'INP', 'CLS']),
        value: z.number().nonnegative().max(600_000),
        frontEnd: frontEndNameSchema,
      }),
    )
    .max(10),
});
export type PageReport = z.output<typeof pageReportSchema>;
