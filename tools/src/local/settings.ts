import { commonConfigShape, ConfigError, parseConfig } from '@fareline/service-kit';
import { UserError } from './user-error.ts';

const { LOG_LEVEL, METRICS_TOKEN, TRUSTED_PROXIES } = commonConfigShape;
const shape = { LOG_LEVEL, METRICS_TOKEN, TRUSTED_PROXIES: TRUSTED_PROXIES.optional() };

/** Throws a UserError for settings that a service would reject, before a first start has built or created anything. */
export function assertSettings(env: NodeJS.ProcessEnv): void {
  try {
    parseConfig(shape, env);
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error;
  }
}
