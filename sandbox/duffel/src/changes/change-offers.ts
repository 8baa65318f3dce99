import type { OrderChange, OrderChangeOfferSlice } from '@duffel/api/types';
import { givesVouchers } from '../flights/carriers.ts';
import { draftOffers } from '../flights/offer-drafts.ts';
import { deriveId } from '../flights/seeded-random.ts';
import { createSearch, type SearchInput } from '../offers/offer-requests.route.ts';
import { renderOffer } from '../offers/render-offer.ts';
import { renderOrderSlices } from '../orders/render-order.ts';
import { getOpenChange } from '../orders/change-by-airline.ts';
import type { ChangeOfferRecord, OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';
import type { z } from 'zod';

const MAX_CHANGE_OFFERS = 9;
const CHANGE_OFFER_TTL_MS = 30 * 60_000;

// The SDK's type for the slices of a change has fewer fields than the slices that Duffel sends.
const toChangeSlice = (slice: OrderWire['slices'][number]): OrderChangeOfferSlice =>
  slice as unknown as OrderChangeOfferSlice;

/** The price of a change in cents of the currency, and where money comes back; as a test has said, or as calculated. */
export function quoteChange(
  { order, change_quote: quote }: OrderRecord,
  calculatedCents: number,
): { cents: number; refundTo: OrderChange['refund_to'] } {
  const amount = quote?.total_amount ?? toAmount(calculatedCents, order.total_currency);
  const usual = givesVouchers(order.owner.iata_code) ? 'voucher' : 'original_form_of_payment';
  return { cents: toCents(amount) ?? 0, refundTo: quote?.refund_to ?? usual };
}

/** Creates offers of the order's own airline to replace the removed slices, in the order of search results. */
export function createChangeOffers(
  deps: Deps,
  requestId: string,
  orderRecord: OrderRecord,
  removedSliceIds: readonly string[],
  requestedSlices: z.infer<typeof SearchInput>['slices'],
  cabin: z.infer<typeof SearchInput>['cabin_class'],
): ChangeOfferRecord[] {
  const { order } = orderRecord;
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
  // Whoever does not want what the airline has changed takes other flights without a fee.
  const fee = getOpenChange(order) ? null : order.conditions.change_before_departure?.penalty_amount;
  const penalty = toCents(fee ?? '0') ?? 0;
  const keptShare = 1 - removedSliceIds.length / order.slices.length;
  return draftOffers(record.search)
    .map((draft, index) => renderOffer(record, draft, index, order.total_currency, null))
    .filter((offer) => offer.owner.id === order.owner.id)
    .slice(0, MAX_CHANGE_OFFERS)
    .map((offer, index) => {
      const added = renderOrderSlices(offer, []);
      const flightsCents =
        Math.round(orderRecord.flights_cents * keptShare) + (toCents(offer.total_amount) ?? 0);
      const difference = flightsCents - orderRecord.flights_cents;
      const { cents, refundTo } = quoteChange(orderRecord, penalty + difference);
      const id = deriveId('oco', `${requestId}|${index}`);
      return {
        order_id: order.id,
        removed: [...removedSliceIds],
        added,
        flights_cents: flightsCents,
        offer: {
          id,
          created_at: deps.clock.iso(),
          updated_at: deps.clock.iso(),
          expires_at: deps.clock.iso(deps.clock.now() + CHANGE_OFFER_TTL_MS),
          order_change_id: null,
          change_total_amount: formatAmount(cents),
          change_total_currency: order.total_currency,
          new_total_amount: formatAmount((toCents(order.total_amount) ?? 0) + cents),
          new_total_currency: order.total_currency,
          penalty_amount: formatAmount(penalty),
          penalty_currency: order.total_currency,
          refund_to: refundTo,
          conditions: offer.conditions,
          slices: {
            add: added.map(toChangeSlice),
            remove: order.slices.filter((slice) => removedSliceIds.includes(slice.id)).map(toChangeSlice),
          },
        },
      };
    });
}
