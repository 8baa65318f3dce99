import { z } from 'zod';

const flag = z
  .enum(['true', 'false', ''])
  .default('false')
  .transform((value) => value === 'true');

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(12111),
  HOST: z.string().default('127.0.0.1'),
  STATE_FILE: z.string().optional(),
  STRIPE_WEBHOOK_URL: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_RAW_CARDS: flag,
  STRIPE_API_KEYS: z.string().optional(),
  STRIPE_RATE_LIMIT: z.coerce.number().int().min(0).default(0),
});

/** How a sandbox behaves; every part has a default, so that a test may pass `{}`. */
export interface Options {
  /** Journal file; without one nothing outlives the process. */
  stateFile?: string;
  webhookUrl?: string;
  webhookSecret?: string;
  /** Waits before each repeat of a webhook that was not taken, in milliseconds. */
  webhookRetryMs?: number[];
  /** The account is cleared for raw card numbers. */
  rawCards?: boolean;
  /** Keys that exist; without a list every well-formed key does. */
  apiKeys?: string[];
  /** Calls per second, 0 for no limit. */
  rateLimit?: number;
}

const listOf = (text: string | undefined) => text?.split(',').filter((part) => part !== '') ?? [];

/** Reads the environment: port, host and the options of the sandbox. */
export function parseConfig(env: Record<string, string | undefined>): {
  port: number;
  host: string;
  options: Options;
} {
  const parsed = environment.parse(env);
  const keys = listOf(parsed.STRIPE_API_KEYS);
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    options: {
      ...(parsed.STATE_FILE ? { stateFile: parsed.STATE_FILE } : {}),
      ...(parsed.STRIPE_WEBHOOK_URL ? { webhookUrl: parsed.STRIPE_WEBHOOK_URL } : {}),
      ...(parsed.STRIPE_WEBHOOK_SECRET ? { webhookSecret: parsed.STRIPE_WEBHOOK_SECRET } : {}),
      ...(keys.length > 0 ? { apiKeys: keys } : {}),
      rawCards: parsed.STRIPE_RAW_CARDS,
      rateLimit: parsed.STRIPE_RATE_LIMIT,
    },
  };
}
