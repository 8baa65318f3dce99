import type { Brand } from '@fareline/contracts';
import { isBrandDomain } from '@fareline/contracts/brand';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import { listModes } from '../config.ts';
import type { Deps } from '../deps.ts';

/** The public hosts that show the card form; a brand is shown with and without `www`. */
function listHosts(brands: readonly Brand[], siteOrigins: readonly string[]): string[] {
  const siteHosts = siteOrigins.map((origin) => new URL(origin).hostname.replace(/^www\./, ''));
  const domains = new Set([...siteHosts, ...brands.map(({ domain }) => domain)].filter(isBrandDomain));
  return [...domains].flatMap((domain) => [domain, `www.${domain}`]);
}

/**
 * Registers the hosts of all brands at the card provider, which hides wallets elsewhere. What fails is tried again at the next run,
 * such as a domain that does not lead to the site yet.
 */
export const registerWalletDomainsHandler = ({
  config,
  knownBrands,
  cardGateway,
  log,
}: Pick<Deps, 'config' | 'knownBrands' | 'cardGateway' | 'log'>) =>
  defineJobHandler({
    job: defineJob({
      name: 'register-wallet-domains',
      payload: z.object({}),
      everyMs: config.WALLET_DOMAINS_EVERY_MS,
    }),
    async run() {
      const keys = { test: config.STRIPE_PUBLISHABLE_KEY_TEST, live: config.STRIPE_PUBLISHABLE_KEY_LIVE };
      const modes = listModes(config).filter((mode) => keys[mode]);
      if (modes.length === 0) return;
      // At a start accounts may not answer yet, and the domains of brands are registered later.
      const { list: brands = [] } = await knownBrands();
      const hosts = listHosts(brands, config.SITE_ORIGIN);
      for (const mode of modes) {
        const warn = (domain: string | undefined, error: unknown) =>
          log.warn({ err: error, mode, domain }, 'domain not registered for wallets');
        await cardGateway
          .registerWalletDomains(mode, hosts, warn)
          .catch((error: unknown) => warn(undefined, error));
      }
    },
  });
