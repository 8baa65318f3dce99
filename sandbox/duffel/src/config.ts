import { z } from 'zod';

const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  HOST: z.string().default('127.0.0.1'),
  STATE_FILE: z.string().optional(),
  DUFFEL_WEBHOOK_URL: z.url().optional(),
  DUFFEL_WEBHOOK_SECRET: z.string().min(1).default('sandbox-webhook-secret'),
  DUFFEL_SANDBOX_LATENCY_MS: z.coerce.number().int().min(0).default(0),
  DUFFEL_SANDBOX_RATE_LIMIT: z.coerce.number().int().min(1).default(4000),
  DUFFEL_SANDBOX_CURRENCY: z.enum(['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF']).default('USD'),
});

/** Parses the environment; throws an error that names every invalid variable. */
export function readConfig(env: Record<string, string | undefined>) {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Env.safeParse(nonEmpty);
  if (!parsed.success)
    throw new Error(
      `Cannot start the Duffel sandbox: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
    );
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    options: {
      stateFile: data.STATE_FILE,
      webhookUrl: data.DUFFEL_WEBHOOK_URL,
      webhookSecret: data.DUFFEL_WEBHOOK_SECRET,
      latencyMs: data.DUFFEL_SANDBOX_LATENCY_MS,
      rateLimit: data.DUFFEL_SANDBOX_RATE_LIMIT,
      currency: data.DUFFEL_SANDBOX_CURRENCY,
    },
  };
}
