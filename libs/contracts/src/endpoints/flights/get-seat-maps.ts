import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { offerParamsSchema } from '../../schemas/offer.ts';
import type { SeatMap } from '../../schemas/seat-map.ts';

/** One seat map per segment; empty if the airline has none. (API-37) */
export const getSeatMaps: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: { data: SeatMap[] };
}> = {
  method: 'GET',
  path: '/api/flights/seatmaps/:id',
};
