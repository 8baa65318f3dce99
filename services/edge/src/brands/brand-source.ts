import type { Brand } from '@fareline/contracts';
import { brandSchema, defaultBrand } from '@fareline/contracts/schemas';
import type { FastifyBaseLogger } from 'fastify';

/** How long a loaded brand, or a failed attempt, is cached. */
const brandTtlMs = 10_000;
const requestTimeoutMs = 2000;
const maxEntries = 500;

export interface LoadedBrand {
  brand: Brand;
  /** Why the default brand is used instead of the requested one. (BRAND-05) */
  error?: Error;
}

export interface BrandSource {
  /** Loads the brand with this id or domain; the default brand if it does not exist or fails to load. Never rejects. */
  load(key: string): Promise<LoadedBrand>;
}

async function fetchBrand(accountsUrl: string, key: string): Promise<Brand> {
  const response = await fetch(`${accountsUrl}/api/brands/${encodeURIComponent(key)}`, {
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!response.ok) throw new Error(`Failed to load brand: ${response.statusText || response.status}`);
  return brandSchema.parse(await response.json());
}

/** Loads brands from the accounts service; caches them and coalesces concurrent requests. (BRAND-04, BRAND-05) */
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
      const cached = entries.get(key);
      if (cached && cached.expiresAt > Date.now()) return cached.loaded;
      // Bounded, because the keys are host names that clients choose.
      if (entries.size >= maxEntries) entries.clear();
      const loaded = fetchOrDefault(key);
      entries.set(key, { expiresAt: Date.now() + brandTtlMs, loaded });
      return loaded;
    },
  };
}
