import { commonVariables, parseEnv } from '@fareline/sandbox-kit';
import { z } from 'zod';

const Env = z.object({
  ...commonVariables(4010),
  DUFFEL_WEBHOOK_URL: z.url().optional(),
  DUFFEL_WEBHOOK_SECRET_TEST: z.string().default(''),
  DUFFEL_WEBHOOK_SECRET_LIVE: z.string().default(''),
  DUFFEL_SANDBOX_LATENCY_MS: z.coerce.number().int().min(0).default(0),
  DUFFEL_SANDBOX_RATE_LIMIT: z.coerce.number().int().min(1).default(4000),
  DUFFEL_SANDBOX_CURRENCY: z.enum(['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF']).default('USD'),
  DUFFEL_SANDBOX_RESULTS: z.coerce.number().int().min(1).optional(),
  DUFFEL_SANDBOX_BATCHES: z.enum(['available', 'refused']).default('available'),
});

/** Reads port, host and options from the environment; throws for invalid variables. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = parseEnv(Env, env);
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    options: {
      stateFile: parsed.STATE_FILE,
      webhookUrl: parsed.DUFFEL_WEBHOOK_URL,
      webhookSecrets: { test: parsed.DUFFEL_WEBHOOK_SECRET_TEST, live: parsed.DUFFEL_WEBHOOK_SECRET_LIVE },
      latencyMs: parsed.DUFFEL_SANDBOX_LATENCY_MS,
      rateLimit: parsed.DUFFEL_SANDBOX_RATE_LIMIT,
      currency: parsed.DUFFEL_SANDBOX_CURRENCY,
      resultCount: parsed.DUFFEL_SANDBOX_RESULTS,
      refusesBatches: parsed.DUFFEL_SANDBOX_BATCHES === 'refused',
    },
  };
}
