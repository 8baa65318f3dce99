import { commonConfigShape, parseConfig, urlSetting } from '@fareline/service-kit';
import { z } from 'zod';

const shape = {
  ...commonConfigShape,
  /** Directory with the release table and the released front ends. */
  RELEASES_DIR: z.string().min(1),
  ACCOUNTS_URL: urlSetting,
  /** URLs of one or more replicas, comma-separated. */
  FLIGHTS_URL: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(urlSetting).min(1)),
  PAYMENTS_URL: urlSetting,
};

export type EdgeConfig = z.output<z.ZodObject<typeof shape>>;

/** Parses the settings of the edge. Throws a ConfigError that lists missing and invalid settings. */
export const readConfig = (env: Record<string, string | undefined>): EdgeConfig => parseConfig(shape, env);
