import { createHash } from 'node:crypto';

/** Keys of one script or transaction have the same part in braces, by which Redis Cluster chooses the node. */
export function createKeys(prefix: string) {
  const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    searchVersion: (searchKey: string) => `${prefix}:search-version:{${searchKey}}`,
    pages: (searchKey: string) => `${prefix}:pages:{${searchKey}}`,
    searchList: (offerRequestId: string) => `${prefix}:list:${offerRequestId}`,
    offerIndex: (period: number, shard: number) => `${prefix}:index:${period}:${shard}`,
    progress: (searchKey: string) => `${prefix}:progress:${searchKey}`,
    calendar: (calendarKey: string) => `${prefix}:{calendar}:seen:${calendarKey}`,
    searchedRoutes: (mode: string, day: string) => `${prefix}:{calendar}:routes:${mode}:${day}`,
    offer: (id: string) => `${prefix}:offer:${id}`,
    openedOffers: `${prefix}:opened`,
    seatMaps: (id: string) => `${prefix}:seats:${id}`,
    brand: (brandKey: string) => `${prefix}:brand:${shortHash(brandKey)}`,
    lock: (flightKey: string) => `${prefix}:lock:{${flightKey}}`,
    failure: (flightKey: string) => `${prefix}:failure:{${flightKey}}`,
    completions: `${prefix}:completions`,
    /** Log of all provider calls, of those of a share, or of those of a client in it. */
    budget: (share?: string, client?: string) =>
      [`${prefix}:{budget}`, ...(share ? [share] : []), ...(client ? [shortHash(client)] : [])].join(':'),
    streams: (client: string) => `${prefix}:{streams}:${shortHash(client)}`,
    watchedOffer: (id: string) => `${prefix}:watched:${id}`,
  };
}

export type Keys = ReturnType<typeof createKeys>;
