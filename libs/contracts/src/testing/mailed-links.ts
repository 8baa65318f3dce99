import { currentUser } from '../accounts/endpoints.ts';
import { listBookings, readBookingProgress } from '../bookings/endpoints.ts';
import type { AnyEndpoint } from '../endpoint.ts';

/**
 * How the links of all mails begin that have a token, with the requests that their pages send when they are opened: these read, and
 * whatever acts waits for a press. (CARE-01)
 */
export const tokenLinks: readonly { link: string; opens: readonly AnyEndpoint[] }[] = [
  { link: '/verify-email?token=', opens: [] },
  { link: '/reset-password?token=', opens: [] },
  { link: '/my-trips?claim=', opens: [currentUser, listBookings] },
  { link: '/find-trip#', opens: [] },
  { link: '/address-change#', opens: [] },
  { link: '/booking/status#', opens: [readBookingProgress] },
];

/** The links of a mail that have a token, without the token. `addresses` are all of its links and pictures. */
export const findTokenLinks = (addresses: readonly string[]): string[] =>
  addresses
    .map((address) => new URL(address))
    .filter(({ search, hash }) => search + hash !== '')
    .map(({ pathname, search, hash }) => pathname + (search.replace(/=.*/, '=') || hash.slice(0, 1)));
