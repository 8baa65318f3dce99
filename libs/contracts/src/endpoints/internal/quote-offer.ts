import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { Mode } from '../../schemas/common.ts';
import type { offerParamsSchema } from '../../schemas/offer.ts';
import type { OfferQuote } from '../../schemas/offer-quote.ts';
import type { SeatSelection } from '../../schemas/seat-map.ts';

/** Prices an offer with its seats. `live` asks the provider (D36), otherwise the stored offer answers. An offer out of a shared search is exchanged first: the answer's offer has another id. (D2, D33) */
export const quoteOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  body: {
    brand: string;
    seats: SeatSelection[];
    live: boolean;
    /** The mode that a booking in flight began in (MODE-06); left out, the offer must be of the current one. */
    mode?: Mode | undefined;
  };
  response: OfferQuote;
}> = {
  method: 'POST',
  path: '/internal/offers/:id/quote',
};
