import { z } from 'zod';
import { amountSchema, cabinClassSchema } from '../common.schema.ts';

/** Price of a seat for one passenger on one segment; a selection refers to `id` as `seatId`. */
export const seatServiceSchema = z.object({
  id: z.string(),
  passenger_id: z.string(),
  total_amount: amountSchema,
  total_currency: z.string(),
});

export const seatElementSchema = z.object({
  /** seat, bassinet, empty, exit_row, lavatory, galley, closet, stairs ... */
  type: z.string(),
  /** Null also for some seats that are not available. */
  designator: z.string().nullable(),
  /** False: cannot be selected. True or unset: can be selected. (SEAT-06) */
  available: z.boolean().optional(),
  name: z.string().nullable(),
  disclosures: z.array(z.string()),
  available_services: z.array(seatServiceSchema),
});
export type SeatElement = z.output<typeof seatElementSchema>;

/** Cabins of one segment; a slice with a connection has one map per segment. (API-08) */
export const seatMapSchema = z
  .object({
    id: z.string(),
    slice_id: z.string(),
    segment_id: z.string(),
    cabins: z.array(
      z.object({
        cabin_class: z.string(),
        deck_configuration: z.object({ deck: z.number().int(), aisles: z.number().int() }),
        wings: z.object({ first_row_index: z.number().int(), last_row_index: z.number().int() }).nullable(),
        rows: z.array(
          z.object({
            number: z.number().int(),
            sections: z.array(z.object({ elements: z.array(seatElementSchema) })),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'SeatMap' });
export type SeatMap = z.output<typeof seatMapSchema>;

/** One seat for one passenger on one segment. (SEAT-13) */
export const seatSelectionSchema = z
  .object({
    passengerId: z.string().min(1),
    /** Id of the seat service for this passenger. */
    seatId: z.string().min(1),
    cabinClass: cabinClassSchema.or(z.string()).optional(),
    designator: z.string().optional(),
    segmentId: z.string().optional(),
    price: z.object({ amount: amountSchema, currency: z.string() }).optional(),
  })
  .meta({ id: 'SeatSelection' });
export type SeatSelection = z.output<typeof seatSelectionSchema>;
