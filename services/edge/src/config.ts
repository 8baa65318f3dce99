import {
  assertAdminOrigin,
  assertNoSandboxKeys,
  commonConfigShape,
  ConfigError,
  parseConfig,
  providerKeySetting,
  urlSetting,
} from '@fareline/service-kit/config';
import { releaseStorageShape } from '@fareline/releases/connect';
import { parseReleaseKeys } from '@fareline/releases/signature';
import { z } from 'zod';

const releaseKeysSetting = z
  .string()
  .transform((text, context) => {
    try {
      return parseReleaseKeys(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  })
  .describe('the public keys that may release front ends: search=<key>,booking=<key>,*=<key of all>');

const shape = {
  ...commonConfigShape,
  ...releaseStorageShape,
  /** Public keys of the teams; without them, which production does not allow, releases need no signature. */
  RELEASE_KEYS: releaseKeysSetting.optional(),
  ACCOUNTS_URL: urlSetting,
  FLIGHTS_URL: urlSetting,
  PAYMENTS_URL: urlSetting,
  /** With one of them the booking pages have the provider's card form. */
  STRIPE_PUBLISHABLE_KEY_TEST: providerKeySetting('pk_test_').optional(),
  STRIPE_PUBLISHABLE_KEY_LIVE: providerKeySetting('pk_live_').optional(),
  /** The sandboxes in place of the providers. */
  DUFFEL_BASE_PATH: urlSetting.optional(),
  STRIPE_BASE_URL: urlSetting.optional(),
};

/** Throws a ConfigError also when pages in production would run scripts of a sandbox, or use its key with the provider's. (ELEMENT-05) */
export function readConfig(env: Record<string, string | undefined>) {
  const config = parseConfig(shape, env);
  if (!config.RELEASES_DIR && !config.RELEASES_BUCKET)
    throw new ConfigError(
      'RELEASES_DIR is missing: set it to the folder with the releases, or RELEASES_BUCKET to their bucket.',
    );
  if (config.NODE_ENV === 'production' && !config.RELEASE_KEYS)
    throw new ConfigError(
      'RELEASE_KEYS is missing: set it to the public keys of the teams, such as search=<key>,shell=<key>.',
    );
  if (config.NODE_ENV === 'production' && config.STRIPE_BASE_URL)
    throw new ConfigError('STRIPE_BASE_URL is set, but pages in production run no script of a sandbox.');
  const keys = ['STRIPE_PUBLISHABLE_KEY_TEST', 'STRIPE_PUBLISHABLE_KEY_LIVE'];
  assertAdminOrigin(config);
  assertNoSandboxKeys(config, keys, 'STRIPE_BASE_URL');
  return config;
}
export type EdgeConfig = ReturnType<typeof readConfig>;
