import type { OrderChangeOfferSlice } from '@duffel/api/types';
import { draftOffers } from '../flights/drafts.ts';
import { derivedId } from '../flights/random.ts';
import { createSearch, type SearchInput } from '../offers/offer-requests.route.ts';
import { renderOffer } from '../offers/render.ts';
import { orderSlices } from '../orders/render-order.ts';
import type { ChangeOfferRecord, OrderWire } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { toCents, toDecimal } from '../state/money.ts';
import type { z } from 'zod';

const OFFERED = 9;
const LIFETIME_MS = 30 * 60_000;

/** What of an order's slice a change shows. */
const changeSlice = (slice: OrderWire['slices'][number]): OrderChangeOfferSlice =>
  slice as unknown as OrderChangeOfferSlice;

/** The share of the order's price that the slices to be replaced carry. */
const shareOf = (order: OrderWire, removed: readonly string[]): number =>
  order.slices.length === 0 ? 0 : removed.length / order.slices.length;

/** The flights of the order's own airline that could take the place of the removed slices, cheapest first. */
export function changeOffers(
  sandbox: Sandbox,
  requestId: string,
  order: OrderWire,
  removed: readonly string[],
  wanted: z.infer<typeof SearchInput>['slices'],
  cabin: z.infer<typeof SearchInput>['cabin_class'],
): ChangeOfferRecord[] {
  const passengers = order.passengers.map(({ type }) => ({ type }));
  const search = createSearch(
    sandbox,
    { slices: wanted, passengers, cabin_class: cabin },
    order.live_mode,
    20_000,
  );
  const record = {
    ...search,
    passengers: search.passengers.map((passenger, index) => ({
      ...passenger,
      id: order.passengers[index]?.id ?? passenger.id,
    })),
  };
  const penalty = toCents(order.conditions.change_before_departure?.penalty_amount ?? '0') ?? 0;
  const share = shareOf(order, removed);
  const oldTotal = Math.round((toCents(order.total_amount) ?? 0) * share);
  return draftOffers(record.search)
    .map((draft, index) => renderOffer(record, draft, index, order.total_currency, null))
    .filter((offer) => offer.owner.id === order.owner.id)
    .slice(0, OFFERED)
    .map((offer, index) => {
      const added = orderSlices(offer, []);
      const difference = Math.max(0, (toCents(offer.total_amount) ?? 0) - oldTotal);
      const change = penalty + difference;
      const id = derivedId('oco', `${requestId}|${index}`);
      return {
        order_id: order.id,
        removed: [...removed],
        added,
        base_cents: difference + penalty,
        tax_cents: 0,
        offer: {
          id,
          created_at: sandbox.clock.iso(),
          updated_at: sandbox.clock.iso(),
          expires_at: sandbox.clock.iso(sandbox.clock.now() + LIFETIME_MS),
          order_change_id: null,
          change_total_amount: toDecimal(change),
          change_total_currency: order.total_currency,
          new_total_amount: toDecimal((toCents(order.total_amount) ?? 0) + difference),
          new_total_currency: order.total_currency,
          penalty_amount: toDecimal(penalty),
          penalty_currency: order.total_currency,
          refund_to: 'original_form_of_payment',
          slices: {
            add: added.map(changeSlice),
            remove: order.slices.filter((slice) => removed.includes(slice.id)).map(changeSlice),
          },
        },
      };
    });
}
