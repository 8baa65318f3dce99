import { addCommand, addControlRoutes } from '@fareline/sandbox-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeByAirline } from '../orders/change-by-airline.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { addCounterBag } from '../orders/order-services.ts';
import { addTickets } from '../orders/render-order.ts';
import { toCents } from '../state/money.ts';
import { expireChanges } from '../changes/expire-changes.ts';
import { DuffelFaultInput } from './duffel-fault.ts';
import { ResultOverridesInput } from '../offers/result-overrides.ts';

const AmountInput = z.string().refine((amount) => toCents(amount) !== null, 'must be an amount');
const BagsInput = z.record(
  z.string(),
  z.strictObject({
    sold_out: z.literal(true).optional(),
    total_amount: AmountInput.optional(),
  }),
);

const OfferInput = z.strictObject({
  expire: z.literal(true).optional(),
  unavailable: z.boolean().optional(),
  total_amount: z
    .string()
    .refine((amount) => Number(toCents(amount)) > 0, 'must be an amount')
    .optional(),
  fare_brand_name: z.string().min(1).optional(),
  bags: BagsInput.optional(),
});

const OrderInput = z.union([
  z.strictObject({ cancelled: z.literal(true) }),
  z.strictObject({ tickets: z.enum(['withheld', 'issued']) }),
  z.strictObject({ bags: BagsInput }),
  z.strictObject({
    added_bag: z.strictObject({
      /** By index or id. */
      passenger: z.union([z.int().min(0), z.string()]).default(0),
      slice: z.int().min(0).default(0),
      /** All of the slice by default. */
      segment_ids: z.array(z.string()).min(1).optional(),
      type: z.enum(['checked', 'carry_on']).default('checked'),
      weight_kg: z.int().min(1).nullable().default(23),
      total_amount: AmountInput,
    }),
  }),
  z.strictObject({ flown: z.int().min(0) }),
  z.strictObject({
    changes: z.union([
      z.literal('expired'),
      z.strictObject({
        total_amount: AmountInput.optional(),
        refund_to: z.enum(['original_form_of_payment', 'voucher']).optional(),
      }),
    ]),
  }),
  z.strictObject({
    changed: z.strictObject({
      /** Null when the airline flies none of the flights. */
      delay_minutes: z.int().nullable(),
      /** Only this one of all flights, counted from 0. */
      flight: z.int().min(0).optional(),
      actions: z
        .array(z.enum(['accept', 'cancel', 'change', 'update']))
        .default(['accept', 'cancel', 'change']),
      /** Without the event. */
      silently: z.boolean().default(false),
    }),
  }),
]);

function listRecords(deps: Deps) {
  return {
    orders: deps.orders.all().map(({ id, offer_id, offer_request_id, order }) => ({
      id,
      offer_id,
      offer_request_id,
      booking_reference: order.booking_reference,
      metadata: order.metadata,
      total_amount: order.total_amount,
      total_currency: order.total_currency,
      status: order.cancelled_at ? 'cancelled' : 'confirmed',
      created_at: order.created_at,
      cancelled_at: order.cancelled_at,
      services: order.services,
    })),
    changes: deps.changes.all().map(({ change }) => change),
    cancellations: deps.cancellations.all().map(({ cancellation }) => cancellation),
  };
}

/** The control API of all sandboxes, and calls that change offers and search results. */
export function addDuffelControlRoutes(app: FastifyInstance, deps: Deps): void {
  addControlRoutes(app, {
    ...deps,
    faultInput: DuffelFaultInput,
    listRecords: () => listRecords(deps),
    reset: () => {
      deps.offers.clearCache();
      deps.resultOverrides.clear();
    },
  });

  addCommand(app, 'results', ResultOverridesInput, (input) => deps.resultOverrides.add(input));

  addCommand(app, 'offers/:id', OfferInput, (input, request) => {
    const { id } = request.params as { id: string };
    if (!deps.offers.find(id)) throw notFound('offer');
    const { expire, unavailable, total_amount, fare_brand_name, bags } = input;
    deps.offers.updateOverride(id, {
      ...(expire && { expired: true }),
      ...(unavailable !== undefined && { unavailable }),
      ...(total_amount !== undefined && { total_amount, seen: false }),
      ...(bags !== undefined && { bags }),
      ...(fare_brand_name !== undefined && { fare_brand_name }),
    });
  });

  // Does what an airline does: cancels an order, of which Duffel has no order cancellation, changes its flights, flies them, issues the
  // tickets later, sells a bag at its counter, or asks another price for bags and other flights.
  addCommand(app, 'orders/:id', OrderInput, (input, request) => {
    const record = deps.orders.get((request.params as { id: string }).id);
    if (!record) throw notFound('order');
    if ('cancelled' in input) cancelOrder(deps, record, null);
    else if ('bags' in input) deps.orders.put(record.id, { ...record, bags: input.bags });
    else if ('added_bag' in input) addCounterBag(deps, record, input.added_bag);
    else if ('flown' in input) deps.orders.put(record.id, { ...record, flown_slices: input.flown });
    else if ('changes' in input) {
      if (input.changes === 'expired') expireChanges(deps, record.id);
      else deps.orders.put(record.id, { ...record, change_quote: input.changes });
    } else if ('changed' in input) {
      const { delay_minutes: delayMinutes, flight, actions, silently } = input.changed;
      changeByAirline(deps, record, { delayMinutes, flight, actions, isSilent: silently });
    } else {
      const order = { ...record.order, documents: [] };
      deps.orders.put(record.id, {
        ...record,
        order: input.tickets === 'issued' ? addTickets(order) : order,
      });
    }
  });
}
