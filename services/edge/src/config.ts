import { commonConfigShape, parseConfig, urlListSetting, urlSetting } from '@fareline/service-kit/config';
import { z } from 'zod';

const shape = {
  ...commonConfigShape,
  RELEASES_DIR: z.string().min(1).describe('the folder with the release table and the released front ends'),
  ACCOUNTS_URL: urlSetting,
  FLIGHTS_URL: urlListSetting,
  PAYMENTS_URL: urlSetting,
};

export const readConfig = (env: Record<string, string | undefined>) => parseConfig(shape, env);
export type EdgeConfig = ReturnType<typeof readConfig>;
