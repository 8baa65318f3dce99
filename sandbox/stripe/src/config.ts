import { commonVariables, parseEnv } from '@fareline/sandbox-kit';
import { z } from 'zod';

const Env = z.object({
  ...commonVariables(12111),
  STRIPE_WEBHOOK_URL: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_TEST: z.string().default(''),
  STRIPE_WEBHOOK_SECRET_LIVE: z.string().default(''),
  STRIPE_RAW_CARDS: z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }).default(false),
});

/** Options of the sandbox; all have a default. */
export interface SandboxOptions {
  /** Journal file; without it the state is kept in memory only. */
  stateFile?: string | undefined;
  webhookUrl?: string | undefined;
  /** Sign the events of each mode. */
  webhookSecrets?: Record<'test' | 'live', string> | undefined;
  /** Delays before each retry of a failed webhook delivery, in milliseconds. */
  webhookRetryMs?: number[] | undefined;
  /** Whether the account may send raw card numbers. */
  rawCards?: boolean | undefined;
  /** Source of the current time in milliseconds since the epoch, for tests. */
  now?: (() => number) | undefined;
}

/** Reads port, host and options from the environment; throws for invalid variables. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = parseEnv(Env, env);
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    options: {
      stateFile: parsed.STATE_FILE,
      webhookUrl: parsed.STRIPE_WEBHOOK_URL,
      webhookSecrets: { test: parsed.STRIPE_WEBHOOK_SECRET_TEST, live: parsed.STRIPE_WEBHOOK_SECRET_LIVE },
      rawCards: parsed.STRIPE_RAW_CARDS,
    },
  };
}
