import { commonConfigShape, ConfigError, parseConfig } from '@fareline/service-kit';
import { Problem } from './problem.ts';

const { LOG_LEVEL, METRICS_TOKEN, TRUSTED_PROXIES } = commonConfigShape;
const shape = { LOG_LEVEL, METRICS_TOKEN, TRUSTED_PROXIES: TRUSTED_PROXIES.optional() };

/** A Problem for what a service would refuse of the terminal's settings, before a first start has built and made anything. */
export function assertSettings(env: NodeJS.ProcessEnv): void {
  try {
    parseConfig(shape, env);
  } catch (error) {
    throw error instanceof ConfigError ? new Problem(error.message) : error;
  }
}
