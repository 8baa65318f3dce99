import type { OrderChangeOfferSlice } from '@duffel/api/types';
import { draftOffers } from '../flights/offer-drafts.ts';
import { deriveId } from '../flights/seeded-random.ts';
import { createSearch, type SearchInput } from '../offers/offer-requests.route.ts';
import { renderOffer } from '../offers/render-offer.ts';
import { renderOrderSlices } from '../orders/render-order.ts';
import type { ChangeOfferRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';
import type { z } from 'zod';

const MAX_CHANGE_OFFERS = 9;
const CHANGE_OFFER_TTL_MS = 30 * 60_000;

// The SDK's type for the slices of a change has fewer fields than the slices that Duffel sends.
const toChangeSlice = (slice: OrderWire['slices'][number]): OrderChangeOfferSlice =>
  slice as unknown as OrderChangeOfferSlice;

/** The fraction (0 to 1) of the order's price that belongs to the removed slices. */
const getRemovedShare = (order: OrderWire, removedSliceIds: readonly string[]): number =>
  order.slices.length === 0 ? 0 : removedSliceIds.length / order.slices.length;

/** Creates offers of the order's own airline to replace the removed slices, in the order of search results. */
export function createChangeOffers(
  deps: Deps,
  requestId: string,
  order: OrderWire,
  removedSliceIds: readonly string[],
  requestedSlices: z.infer<typeof SearchInput>['slices'],
  cabin: z.infer<typeof SearchInput>['cabin_class'],
): ChangeOfferRecord[] {
  const formatAmount = (cents: number) => toAmount(cents, order.total_currency);
  const passengers = order.passengers.map(({ type }) => ({ type }));
  const search = createSearch(
    deps,
    { slices: requestedSlices, passengers, cabin_class: cabin },
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
  const removedShare = getRemovedShare(order, removedSliceIds);
  const removedTotal = Math.round((toCents(order.total_amount) ?? 0) * removedShare);
  return draftOffers(record.search)
    .map((draft, index) => renderOffer(record, draft, index, order.total_currency, null))
    .filter((offer) => offer.owner.id === order.owner.id)
    .slice(0, MAX_CHANGE_OFFERS)
    .map((offer, index) => {
      const added = renderOrderSlices(offer, []);
      const difference = Math.max(0, (toCents(offer.total_amount) ?? 0) - removedTotal);
      const changeTotal = penalty + difference;
      const id = deriveId('oco', `${requestId}|${index}`);
      return {
        order_id: order.id,
        removed: [...removedSliceIds],
        added,
        change_cents: changeTotal,
        offer: {
          id,
          created_at: deps.clock.iso(),
          updated_at: deps.clock.iso(),
          expires_at: deps.clock.iso(deps.clock.now() + CHANGE_OFFER_TTL_MS),
          order_change_id: null,
          change_total_amount: formatAmount(changeTotal),
          change_total_currency: order.total_currency,
          new_total_amount: formatAmount((toCents(order.total_amount) ?? 0) + difference),
          new_total_currency: order.total_currency,
          penalty_amount: formatAmount(penalty),
          penalty_currency: order.total_currency,
          refund_to: 'original_form_of_payment',
          slices: {
            add: added.map(toChangeSlice),
            remove: order.slices.filter((slice) => removedSliceIds.includes(slice.id)).map(toChangeSlice),
          },
        },
      };
    });
}
