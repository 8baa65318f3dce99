import { commonConfigShape, parseConfig } from '@fareline/service-kit/config';

const { ADMIN_ORIGIN, LOG_LEVEL, METRICS_TOKEN, SITE_ORIGIN, TRUSTED_PROXIES } = commonConfigShape;
const shape = {
  ADMIN_ORIGIN,
  LOG_LEVEL,
  METRICS_TOKEN,
  SITE_ORIGIN: SITE_ORIGIN.optional(),
  TRUSTED_PROXIES: TRUSTED_PROXIES.optional(),
};

/**
 * Throws a ConfigError for settings of the terminal that every service would reject, before a first start has built or created
 * anything. Settings of one service are checked when it starts.
 */
export const assertSettings = (env: NodeJS.ProcessEnv): void => void parseConfig(shape, env);
