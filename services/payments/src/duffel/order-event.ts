import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import type { OrderEvent } from './flight-provider.ts';

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  live_mode: z.boolean().default(false),
  data: z
    .object({
      object: z
        .object({
          id: z.string().nullish(),
          offer_id: z.string().nullish(),
          order_id: z.string().nullish(),
          metadata: z.record(z.string(), z.unknown()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export function parseOrderEvent(body: string): OrderEvent | undefined {
  const event = eventSchema.safeParse(parseJson(body));
  if (!event.success) return undefined;
  const { id, type, live_mode, data } = event.data;
  const object = data?.object;
  const bookingId = object?.metadata?.booking_id;
  return {
    id,
    mode: live_mode ? 'live' : 'test',
    type,
    bookingId: typeof bookingId === 'string' ? bookingId : null,
    offerId: object?.offer_id ?? null,
    // The object of some events is the order itself.
    orderId: object?.order_id ?? (object?.id?.startsWith('ord_') ? object.id : null),
  };
}
