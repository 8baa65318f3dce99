import { createHash } from 'node:crypto';

/** Every key of this service, in one place. */
export function keysOf(prefix: string) {
  const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    search: (query: string) => `${prefix}:search:${query}`,
    progress: (query: string) => `${prefix}:progress:${query}`,
    calendar: (trip: string) => `${prefix}:calendar:${trip}`,
    offer: (id: string) => `${prefix}:offer:${id}`,
    endedOffer: (id: string) => `${prefix}:ended:${id}`,
    seatMaps: (id: string) => `${prefix}:seats:${id}`,
    brand: (id: string) => `${prefix}:brand:${short(id)}`,
    lock: (flight: string) => `${prefix}:lock:${flight}`,
    failure: (flight: string) => `${prefix}:failure:${flight}`,
    landed: `${prefix}:landed`,
    budget: `${prefix}:budget`,
    watched: `${prefix}:watched`,
    seen: (id: string) => `${prefix}:seen:${id}`,
  };
}

export type Keys = ReturnType<typeof keysOf>;
