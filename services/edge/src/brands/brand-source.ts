import type { Brand } from '@fareline/contracts';
import { brandSchema, defaultBrand } from '@fareline/contracts/schemas';
import type { FastifyBaseLogger } from 'fastify';

const brandTtlMs = 10_000;
const requestTimeoutMs = 2000;
const maxEntries = 500;

export interface LoadedBrand {
  brand: Brand;
  /** Why it is the default brand although another one was asked for. (BRAND-05) */
  error?: Error;
}

export interface BrandSource {
  /** The brand of a key; the default brand when there is none or it cannot be had. Never rejects. */
  load(key: string): Promise<LoadedBrand>;
}

async function fetchBrand(accountsUrl: string, key: string): Promise<Brand> {
  const response = await fetch(`${accountsUrl}/api/brands/${encodeURIComponent(key)}`, {
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!response.ok) throw new Error(`Failed to load brand: ${response.statusText || response.status}`);
  return brandSchema.parse(await response.json());
}

/** Brands as the accounts service has them, remembered for a few seconds; many visitors cost one call. (BRAND-04, BRAND-05) */
export function createBrandSource(accountsUrl: string, log: FastifyBaseLogger): BrandSource {
  const entries = new Map<string, { expiresAt: number; loaded: Promise<LoadedBrand> }>();

  async function fetchOrDefault(key: string): Promise<LoadedBrand> {
    try {
      return { brand: await fetchBrand(accountsUrl, key) };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const message = error.message.startsWith('Failed to load brand')
        ? error.message
        : `Failed to load brand: ${error.message}`;
      log.warn({ brand: key, err: error }, message);
      return { brand: defaultBrand, error };
    }
  }

  return {
    load(key) {
      if (key === defaultBrand.id) return Promise.resolve({ brand: defaultBrand });
      const known = entries.get(key);
      if (known && known.expiresAt > Date.now()) return known.loaded;
      // Host names come from outside: what is remembered of them stays bounded.
      if (entries.size >= maxEntries) entries.clear();
      const loaded = fetchOrDefault(key);
      entries.set(key, { expiresAt: Date.now() + brandTtlMs, loaded });
      return loaded;
    },
  };
}
