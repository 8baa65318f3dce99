import { commonConfigShape, ConfigError, parseConfig, redisSetting, urlSetting } from '@fareline/service-kit';
import { z } from 'zod';

const shape = {
  ...commonConfigShape,
  ACCOUNTS_URL: urlSetting,
  /** Searches, offers and seat maps; a cache that may evict. */
  REDIS_URL: redisSetting,
  /** Locks, the provider's budget, visitors' own offers and the job queue: a Redis that never evicts. */
  JOBS_REDIS_URL: redisSetting,
  /** Before every key, so that several installations can share a Redis. */
  REDIS_PREFIX: z.string().default('flights'),
  DUFFEL_TOKEN_TEST: z.string().optional(),
  DUFFEL_TOKEN_LIVE: z.string().optional(),
  /** Where the provider answers; the real one when left out. */
  DUFFEL_BASE_PATH: urlSetting.optional(),
  /** Calls that all replicas together may make in 60 s. (D37) */
  PROVIDER_BUDGET_PER_MINUTE: z.coerce.number().int().min(6).default(60),
};

export type FlightsConfig = z.output<z.ZodObject<typeof shape>>;

/** Settings of this service out of an environment. Throws a ConfigError that says what to do. */
export function readConfig(env: Record<string, string | undefined>): FlightsConfig {
  const config = parseConfig(shape, env);
  if (!config.DUFFEL_TOKEN_TEST && !config.DUFFEL_TOKEN_LIVE)
    throw new ConfigError(
      'Set DUFFEL_TOKEN_TEST or DUFFEL_TOKEN_LIVE: without a token no search can be made.',
    );
  return config;
}
