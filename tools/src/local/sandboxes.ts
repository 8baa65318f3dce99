import { join } from 'node:path';
import { type Deps, createNodeProgram } from './deps.ts';
import { ensureFolder } from './paths.ts';
import { createProviderVariables, findRealProviders, getPort, type ServiceUrls } from './providers.ts';
import type { Secrets } from './secrets.ts';

/** Starts a sandbox for each provider that is not a real one. Sandboxes keep their state across restarts. */
export async function startSandboxes(deps: Deps, urls: ServiceUrls, secrets: Secrets): Promise<void> {
  const real = findRealProviders(deps.env);
  const { duffelWebhooks, stripeWebhooks, mailWebhooks } = createProviderVariables(deps.env, urls, secrets);
  const folder = ensureFolder(join(deps.dataDir, 'sandbox'));
  const start = (name: string, url: string, env: Record<string, string>) =>
    deps.supervisor.start(
      createNodeProgram(deps, name, `sandbox/${name}/src/main.ts`, {
        PORT: getPort(url),
        STATE_FILE: join(folder, `${name}.state`),
        ...env,
      }),
    );
  const starts: Promise<void>[] = [];
  if (!real.providers) {
    starts.push(
      start('duffel', urls.duffel, {
        DUFFEL_WEBHOOK_URL: `${urls.payments}/api/webhooks/duffel`,
        ...duffelWebhooks,
        // About the latency of a search at the real provider, so that local runs show realistic waits.
        DUFFEL_SANDBOX_LATENCY_MS: deps.env.DUFFEL_SANDBOX_LATENCY_MS ?? '1500',
      }),
      start('stripe', urls.stripe, {
        STRIPE_WEBHOOK_URL: `${urls.payments}/api/webhooks/stripe`,
        ...stripeWebhooks,
        STRIPE_RAW_CARDS: deps.env.STRIPE_RAW_CARDS ?? '',
      }),
    );
  }
  if (!real.mail)
    starts.push(
      start('mail', urls.mail, {
        SMTP_PORT: String(urls.smtpPort),
        MAIL_WEBHOOK_URL: `${urls.payments}/api/webhooks/mail`,
        ...mailWebhooks,
      }),
    );
  await Promise.all(starts);
}
