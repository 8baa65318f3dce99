import type { PublicBrand } from '@fareline/contracts';
import { defaultBrand, publicBrandSchema, toPublicBrand } from '@fareline/contracts/schemas';
import type { HasBrand } from '@fareline/service-kit/http/brand-host-check';
import { createLoadingCache } from '@fareline/service-kit/loading-cache';
import { createMinuteLimit } from '@fareline/service-kit/limits/memory-window';
import { watchService, type Outage } from '@fareline/service-kit/outages';
import { retryConnection } from '@fareline/service-kit/retry-connection';
import type { FastifyBaseLogger } from 'fastify';

/** How long a loaded brand, or a failed attempt, is cached. */
const brandTtlMs = 10_000;
const requestTimeoutMs = 2000;

/** Only known brands are cached, so that requests with invented host names remove none of them. */
const maxBrands = 1_000;

/** What is left when the store cannot be asked. (HOST-05) */
const builtInBrand = toPublicBrand(defaultBrand);

export interface LoadedBrand {
  brand: PublicBrand;
  /** Why the default brand is used instead of the requested one. (BRAND-05) */
  error?: Error;
}

export interface BrandSource {
  /**
   * Loads the brand with this id or domain. If there is none, as on a host of SITE_ORIGIN, the stored default brand; the built-in
   * one if the store cannot be asked. Never rejects. (HOST-05)
   */
  load(key: string): Promise<LoadedBrand>;
}

class UnknownBrandError extends Error {
  constructor(statusText: string) {
    super(`Failed to load brand: ${statusText}`);
  }
}

async function fetchBrand(accountsUrl: string, key: string, outage: Outage): Promise<PublicBrand> {
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const send = () =>
    fetch(`${accountsUrl}/api/brands/${encodeURIComponent(key)}`, { signal, redirect: 'error' });
  const response = await retryConnection(send, { isSafe: true, signal }).catch((error: Error) => {
    outage.lost(error);
    throw error;
  });
  outage.back();
  if (!response.ok) {
    const statusText = response.statusText || String(response.status);
    throw response.status === 404
      ? new UnknownBrandError(statusText)
      : new Error(`Failed to load brand: ${statusText}`);
  }
  return publicBrandSchema.parse(await response.json());
}

/** Loads brands from the accounts service; caches them and coalesces concurrent requests. (BRAND-04, BRAND-05) */
export function createBrandSource(
  accountsUrl: string,
  hasBrand: HasBrand,
  log: FastifyBaseLogger,
): BrandSource {
  const mayLogUnknown = createMinuteLimit();
  const outage = watchService(log, 'accounts');

  async function fetchOrDefault(key: string): Promise<LoadedBrand> {
    try {
      return { brand: await fetchBrand(accountsUrl, key, outage) };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const message = error.message.startsWith('Failed to load brand')
        ? error.message
        : `Failed to load brand: ${error.message}`;
      if (!(error instanceof UnknownBrandError)) log.warn({ brand: key, err: error }, message);
      return { brand: builtInBrand, error };
    }
  }

  const load = createLoadingCache({ max: maxBrands, ttlMs: brandTtlMs, load: fetchOrDefault });

  /** The stored default brand, because no brand has this key. */
  async function loadDefault(key: string, error = new UnknownBrandError('Not Found')): Promise<LoadedBrand> {
    if (mayLogUnknown(key)) log.warn({ brand: key, err: error }, error.message);
    const { brand } = await load(defaultBrand.id);
    return { brand, error };
  }

  return {
    async load(key) {
      if (key === defaultBrand.id) return load(key);
      const isKnown = (await hasBrand(key)) ?? true;
      if (!isKnown) return loadDefault(key);
      const loaded = await load(key);
      return loaded.error instanceof UnknownBrandError ? loadDefault(key, loaded.error) : loaded;
    },
  };
}
