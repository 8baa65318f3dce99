import { createHash } from 'node:crypto';

/** Every key of this service, in one place. */
export function createKeys(prefix: string) {
  const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    search: (query: string) => `${prefix}:search:${query}`,
    searchList: (offerRequestId: string) => `${prefix}:list:${offerRequestId}`,
    offerPlace: (id: string) => `${prefix}:place:${id}`,
    progress: (query: string) => `${prefix}:progress:${query}`,
    calendar: (trip: string) => `${prefix}:calendar:${trip}`,
    offer: (id: string) => `${prefix}:offer:${id}`,
    offerMark: (id: string) => `${prefix}:mark:${id}`,
    seatMaps: (id: string) => `${prefix}:seats:${id}`,
    brand: (id: string) => `${prefix}:brand:${short(id)}`,
    lock: (flight: string) => `${prefix}:lock:${flight}`,
    failure: (flight: string) => `${prefix}:failure:${flight}`,
    landed: `${prefix}:landed`,
    budget: `${prefix}:budget`,
    streams: (client: string) => `${prefix}:streams:${short(client)}`,
    watched: (id: string) => `${prefix}:watched:${id}`,
  };
}

export type Keys = ReturnType<typeof createKeys>;
