import {
  assertNoSandboxKeys,
  commonConfigShape,
  ConfigError,
  credentialSetting,
  parseConfig,
  providerKeySetting,
  redisSetting,
  urlSetting,
} from '@fareline/service-kit/config';
import { z } from 'zod';

const shape = {
  ...commonConfigShape,
  SERVICE_CREDENTIAL: credentialSetting,
  ACCOUNTS_URL: urlSetting,
  /** Cache of searches and offers; may evict keys. */
  REDIS_URL: redisSetting,
  /** Locks, the provider budget, fresh offers, the price calendar and the job queue: a Redis that never evicts. */
  JOBS_REDIS_URL: redisSetting,
  /** Prefix of every key, so that several installations can share a Redis. */
  REDIS_PREFIX: z.string().default('flights'),
  DUFFEL_TOKEN_TEST: providerKeySetting('duffel_test_').optional(),
  DUFFEL_TOKEN_LIVE: providerKeySetting('duffel_live_').optional(),
  /** Base URL of the provider's API; the production API if not set. */
  DUFFEL_BASE_PATH: urlSetting.optional(),
  /** Provider calls of all replicas together in 60 s. (PROVIDER-06) */
  PROVIDER_BUDGET_PER_MINUTE: z.coerce.number().int().min(6).default(60),
  /** Flights are sold until this many minutes before their departure. (DEPART-01) */
  BOOKING_CLOSES_MINUTES: z.coerce.number().int().min(0).default(60),
};

export function readConfig(env: Record<string, string | undefined>) {
  const config = parseConfig(shape, env);
  if (!config.DUFFEL_TOKEN_TEST && !config.DUFFEL_TOKEN_LIVE)
    throw new ConfigError(
      'Set DUFFEL_TOKEN_TEST or DUFFEL_TOKEN_LIVE: without a token no search can be made.',
    );
  assertNoSandboxKeys(config, ['DUFFEL_TOKEN_TEST', 'DUFFEL_TOKEN_LIVE'], 'DUFFEL_BASE_PATH');
  return config;
}
export type FlightsConfig = ReturnType<typeof readConfig>;
