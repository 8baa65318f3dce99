import { commonConfigShape, parseConfig, urlSetting } from '@fareline/service-kit';
import { z } from 'zod';

const shape = {
  ...commonConfigShape,
  /** Folder with the release table and the released front ends. */
  RELEASES_DIR: z.string().min(1),
  ACCOUNTS_URL: urlSetting,
  /** One or more replicas, separated by commas. */
  FLIGHTS_URL: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(urlSetting).min(1)),
  PAYMENTS_URL: urlSetting,
};

export type EdgeConfig = z.output<z.ZodObject<typeof shape>>;

/** The edge's settings from the environment. */
export const readConfig = (env: Record<string, string | undefined>): EdgeConfig => parseConfig(shape, env);
