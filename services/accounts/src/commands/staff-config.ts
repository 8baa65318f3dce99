import { commonConfigShape, keysDatabaseShape, parseConfig } from '@fareline/service-kit/config';
import { parseDatabaseConfig, sessionLimitsShape } from '../config.ts';

const { SITE_ORIGIN, ADMIN_ORIGIN } = commonConfigShape;
const shape = {
  ...{ SITE_ORIGIN: SITE_ORIGIN.optional(), ADMIN_ORIGIN, ...sessionLimitsShape },
  KEYS_DATABASE_URL: keysDatabaseShape.KEYS_DATABASE_URL.optional(),
};

/** Of commands about staff: the database, how long sessions last, and where links to the site lead; no origin where it is not said. */
export const parseStaffConfig = (env: Record<string, string | undefined>) => {
  const { SITE_ORIGIN: origins = [], ...settings } = parseConfig(shape, env);
  return { ...parseDatabaseConfig(env), ...settings, SITE_ORIGIN: origins };
};
