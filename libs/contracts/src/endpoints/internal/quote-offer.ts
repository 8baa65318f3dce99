import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { Mode } from '../../schemas/common.ts';
import type { offerParamsSchema } from '../../schemas/offer.ts';
import type { OfferQuote } from '../../schemas/offer-quote.ts';
import type { SeatSelection } from '../../schemas/seat-map.ts';

/** Prices an offer with its seats, from the provider if `live` (D36), else from the stored offer. A cached offer is refreshed first, so the response's offer has another id. (D2, D33) */
export const quoteOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  body: {
    brand: string;
    seats: SeatSelection[];
    live: boolean;
    /** The mode in which a booking in progress was started (MODE-06); without it the offer must be of the current mode. */
    mode?: Mode | undefined;
  };
  response: OfferQuote;
}> = {
  method: 'POST',
  path: '/internal/offers/:id/quote',
};
