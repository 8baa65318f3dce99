import { z } from 'zod';
import type { OrderEvent } from './flight-provider.ts';

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z
    .object({
      object: z
        .object({
          offer_id: z.string().nullish(),
          order_id: z.string().nullish(),
          metadata: z.record(z.string(), z.unknown()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export function parseOrderEvent(body: string): OrderEvent | undefined {
  try {
    const { id, type, data } = eventSchema.parse(JSON.parse(body));
    const object = data?.object;
    const bookingId = object?.metadata?.booking_id;
    return {
      id,
      type,
      bookingId: typeof bookingId === 'string' ? bookingId : null,
      offerId: object?.offer_id ?? null,
      orderId: object?.order_id ?? null,
    };
  } catch {
    return undefined;
  }
}
