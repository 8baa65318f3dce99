import { commonConfigShape, ConfigError, parseConfig } from '@fareline/service-kit/config';
import { UserError } from './user-error.ts';

const { LOG_LEVEL, METRICS_TOKEN, SITE_ORIGIN, TRUSTED_PROXIES } = commonConfigShape;
const shape = {
  LOG_LEVEL,
  METRICS_TOKEN,
  SITE_ORIGIN: SITE_ORIGIN.optional(),
  TRUSTED_PROXIES: TRUSTED_PROXIES.optional(),
};

/**
 * Throws a UserError for settings of the terminal that every service would reject, before a first start has built or created
 * anything. Settings of one service are checked when it starts.
 */
export function assertSettings(env: NodeJS.ProcessEnv): void {
  try {
    parseConfig(shape, env);
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error;
  }
}
