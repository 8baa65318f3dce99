import { commonConfigShape, parseConfig, urlListSetting, urlSetting } from '@fareline/service-kit/config';
import { z } from 'zod';

const shape = {
  ...commonConfigShape,
  /** Directory with the release table and the released front ends. */
  RELEASES_DIR: z.string().min(1).describe('the folder with the release table and the released front ends'),
  ACCOUNTS_URL: urlSetting,
  FLIGHTS_URL: urlListSetting,
  PAYMENTS_URL: urlSetting,
};

/** Parses the settings; pure. Throws a ConfigError with a sentence for each missing or invalid one. */
export const readConfig = (env: Record<string, string | undefined>) => parseConfig(shape, env);
export type EdgeConfig = ReturnType<typeof readConfig>;
