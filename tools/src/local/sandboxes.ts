import { join } from 'node:path';
import { type Context, program } from './context.ts';
import { ensureFolder } from './paths.ts';
import { type Addresses, type RealProviders, portOf } from './providers.ts';
import type { Secrets } from './secrets.ts';

/** Starts a sandbox in place of each provider that is not the real one. What they hold outlives a restart. */
export async function startSandboxes(
  context: Context,
  addresses: Addresses,
  real: RealProviders,
  secrets: Secrets,
): Promise<void> {
  const folder = ensureFolder(join(context.dataDir, 'sandbox'));
  const start = (name: string, address: string, env: Record<string, string>) =>
    context.supervisor.start(
      program(context, name, `sandbox/${name}/src/main.ts`, {
        PORT: portOf(address),
        STATE_FILE: join(folder, `${name}.state`),
        ...env,
      }),
    );
  const starts: Promise<void>[] = [];
  if (!real.duffel) {
    starts.push(
      start('duffel', addresses.duffel, {
        DUFFEL_WEBHOOK_URL: `${addresses.payments}/api/webhooks/duffel`,
        DUFFEL_WEBHOOK_SECRET: secrets.duffelWebhookSecret,
        // About what the real one takes for a search, so that what one sees is what a traveller will see.
        DUFFEL_SANDBOX_LATENCY_MS: context.env.DUFFEL_SANDBOX_LATENCY_MS ?? '1500',
      }),
    );
  }
  if (!real.stripe) {
    starts.push(
      start('stripe', addresses.stripe, {
        STRIPE_WEBHOOK_URL: `${addresses.payments}/api/webhooks/stripe`,
        STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
        STRIPE_RAW_CARDS: context.env.STRIPE_RAW_CARDS ?? '',
      }),
    );
  }
  if (!real.mail) starts.push(start('mail', addresses.mail, { SMTP_PORT: String(addresses.smtpPort) }));
  await Promise.all(starts);
}
