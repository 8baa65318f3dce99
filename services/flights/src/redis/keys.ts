import { createHash } from 'node:crypto';

/** All Redis keys of this service. */
export function createKeys(prefix: string) {
  const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    searchVersion: (searchKey: string) => `${prefix}:found:${searchKey}`,
    pages: (searchKey: string) => `${prefix}:pages:${searchKey}`,
    searchList: (offerRequestId: string) => `${prefix}:list:${offerRequestId}`,
    offerIndex: (period: number, shard: number) => `${prefix}:index:${period}:${shard}`,
    /** Index of the release before, whose lists can be read until they expire. */
    earlierLocation: (id: string) => `${prefix}:place:${id}`,
    progress: (searchKey: string) => `${prefix}:progress:${searchKey}`,
    /** The release before stores days without the length of the trip, with another prefix. */
    calendar: (calendarKey: string) => `${prefix}:seen:${calendarKey}`,
    offer: (id: string) => `${prefix}:offer:${id}`,
    openedOffers: `${prefix}:opened`,
    seatMaps: (id: string) => `${prefix}:seats:${id}`,
    brand: (brandKey: string) => `${prefix}:brand:${shortHash(brandKey)}`,
    lock: (flightKey: string) => `${prefix}:lock:${flightKey}`,
    failure: (flightKey: string) => `${prefix}:failure:${flightKey}`,
    completions: `${prefix}:landed`,
    /** Log of all provider calls, of those of a share, or of those of a client in it. */
    budget: (share?: string, client?: string) =>
      [`${prefix}:budget`, ...(share ? [share] : []), ...(client ? [shortHash(client)] : [])].join(':'),
    streams: (client: string) => `${prefix}:streams:${shortHash(client)}`,
    watchedOffer: (id: string) => `${prefix}:watched:${id}`,
  };
}

export type Keys = ReturnType<typeof createKeys>;
