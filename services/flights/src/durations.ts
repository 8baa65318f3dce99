import { defaultTimeouts } from './timeouts.ts';
import { defaultTtl } from './ttl.ts';

/** All TTLs and timeouts in one object, so that tests can shorten them. */
export const defaultDurations = { ...defaultTtl, ...defaultTimeouts };

export type Durations = typeof defaultDurations;
