import type { BagService } from '@fareline/contracts';
import { z } from 'zod';
import { toBagType } from './booked-order.ts';

const extraBagSchema = z
  .object({
    id: z.string().min(1),
    type: z.literal('baggage'),
    passenger_ids: z.array(z.string()).min(1),
    segment_ids: z.array(z.string()).min(1),
    maximum_quantity: z.int().min(1),
    total_amount: z.string().regex(/^\d+(\.\d+)?$/),
    total_currency: z.string(),
    metadata: z
      .object({
        type: z.string().nullish().catch(null),
        maximum_weight_kg: z.number().nullish().catch(null),
      })
      .nullish()
      .catch(null),
  })
  .transform(({ maximum_quantity, metadata, ...raw }): BagService => ({
    ...raw,
    type: toBagType(metadata?.type),
    weight_kg: metadata?.maximum_weight_kg ?? null,
    max_quantity: maximum_quantity,
  }));

/** The bags of an order's available services that can be bought. */
export const parseExtraBags = (raw: unknown): BagService[] =>
  z
    .array(z.unknown())
    .parse(raw)
    .flatMap((service) => extraBagSchema.safeParse(service).data ?? []);
