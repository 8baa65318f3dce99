import { z } from 'zod';

const flag = z
  .enum(['true', 'false', ''])
  .default('false')
  .transform((value) => value === 'true');

const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(12111),
  HOST: z.string().default('127.0.0.1'),
  STATE_FILE: z.string().optional(),
  STRIPE_WEBHOOK_URL: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_RAW_CARDS: flag,
  STRIPE_API_KEYS: z.string().optional(),
  STRIPE_RATE_LIMIT: z.coerce.number().int().min(0).default(0),
});

/** Options of the sandbox; all have a default. */
export interface SandboxOptions {
  /** Journal file; without it the state is kept in memory only. */
  stateFile?: string;
  webhookUrl?: string;
  webhookSecret?: string;
  /** Delays before each retry of a failed webhook delivery, in milliseconds. */
  webhookRetryMs?: number[];
  /** Whether the account may send raw card numbers. */
  rawCards?: boolean;
  /** Valid API keys; without a list, every well-formed key is valid. */
  apiKeys?: string[];
  /** Calls per second, 0 for no limit. */
  rateLimit?: number;
}

const splitList = (text: string | undefined) => text?.split(',').filter((part) => part !== '') ?? [];

/** Reads port, host and options from the environment; throws for invalid variables. */
export function readConfig(env: Record<string, string | undefined>): {
  port: number;
  host: string;
  options: SandboxOptions;
} {
  const parsed = Env.parse(env);
  const keys = splitList(parsed.STRIPE_API_KEYS);
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
