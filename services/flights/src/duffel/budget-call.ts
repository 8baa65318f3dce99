import type { Client } from '@fareline/service-kit/limits/client';

/**
 * What a provider call is made for:
 *
 * - `search`: a search that is not cached
 * - `offers`: a visitor enters the booking flow
 * - `details`: the fare rules, extras or seat maps of a listed offer; also counted in `offers`
 * - `payment`: the price of an offer before a card is authorised
 * - `booking`: a booking in progress, with the calls of the payments service
 * - `watch`: the expiry check of an offer that a visitor views
 * - `orders`: the daily read of an upcoming booking's order, which gives way to all others
 */
export type BudgetShare = 'search' | 'offers' | 'details' | 'payment' | 'booking' | 'watch' | 'orders';

export interface BudgetCall {
  share: Exclude<BudgetShare, 'orders'>;
  /** The client that causes the call; without one only the limits of all clients together apply. */
  client?: Client | undefined;
  /** How long the call may wait for its limits. */
  waitMs?: number;
}

export interface CallLimit {
  key: string;
  max: number;
  /** Whether it limits one client, and not all of them together. */
  isOfClient: boolean;
}
