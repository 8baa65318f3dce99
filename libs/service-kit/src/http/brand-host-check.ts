import { brandKeyFromHost } from '@fareline/contracts/brand';
import { getBrand } from '@fareline/contracts';
import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';
import { createServiceClient } from './service-client.ts';

/** Whether a host, with or without a port, is a domain of a brand. Rejects while that cannot be told. */
export type IsBrandHost = (host: string) => Promise<boolean>;

/** A domain that was added or removed counts after at most this time. (HOST-01) */
const ttlMs = 20_000;
const maxHosts = 1_000;
const lookupTimeoutMs = 2_000;

/**
 * Remembers for 20 s which hosts are domains of a brand. While the look-up fails the last known answer stands.
 *
 * @param hasBrand whether there is a brand with this id or domain
 * @param now milliseconds of a clock that never goes back
 */
export function createBrandHostCheck(
  hasBrand: (key: string) => Promise<boolean>,
  now: () => number = () => performance.now(),
): IsBrandHost {
  const known = new LRUCache<string, boolean>({
    max: maxHosts,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: hasBrand,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  });
  return async (host) => {
    const key = brandKeyFromHost(host);
    if (key === undefined) return false;
    const isKnown = await known.fetch(key);
    if (isKnown !== undefined) return isKnown;
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`no look-up of the brand of ${key}`) });
  };
}

/** The domains of brands as the accounts service has them. */
export function createRemoteBrandHostCheck(accountsUrl: string, credential: string): IsBrandHost {
  const callAccounts = createServiceClient({ baseUrl: accountsUrl, credential, timeoutMs: lookupTimeoutMs });
  return createBrandHostCheck(async (brand) => {
    try {
      await callAccounts(getBrand, { params: { brand } });
      return true;
    } catch (error) {
      // A host too long for the path of the look-up is answered NOT_FOUND by the router.
      if (error instanceof AppError && error.status === 404) return false;
      throw error;
    }
  });
}
