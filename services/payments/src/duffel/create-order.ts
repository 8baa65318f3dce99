import type { Duffel } from '@duffel/api';
import type { CreateOrder } from '@duffel/api/types';
import type { OrderPlan } from '../db/tables/bookings.ts';
import { NoAnswer, within } from './clients.ts';
import type { OrderOutcome } from './duffel-door.ts';
import { outcomeOfFailure } from './refusals.ts';
import { readOrder } from './shapes.ts';

/** An instant order, paid from the agency's balance; the booking's id travels in its metadata. */
export function orderBody(bookingId: string, offerId: string, plan: OrderPlan): CreateOrder {
  return {
    type: 'instant',
    selected_offers: [offerId],
    passengers: plan.passengers.map(({ passport, ...passenger }) => ({
      ...passenger,
      ...(passport
        ? {
            identity_documents: [
              {
                type: 'passport',
                unique_identifier: passport.number,
                expires_on: passport.expires_on,
                issuing_country_code: passport.issuing_country_code,
              },
            ],
          }
        : {}),
    })),
    ...(plan.services.length > 0 ? { services: plan.services.map((id) => ({ id, quantity: 1 })) } : {}),
    payments: [{ type: 'balance', amount: plan.amount, currency: plan.currency }],
    metadata: { booking_id: bookingId },
  } as CreateOrder;
}

/** One call, one outcome; whatever is not a clear yes or a clear no is unknown. (D38) */
export async function createOrder(
  client: () => Duffel,
  limitMs: number,
  body: CreateOrder,
): Promise<OrderOutcome> {
  let duffel: Duffel;
  try {
    duffel = client();
  } catch (cause) {
    return { kind: 'refused', code: 'SERVICE_UNAVAILABLE', cause };
  }
  try {
    const answer = await within(limitMs, duffel.orders.create(body));
    const accepted = (answer as { status?: number }).status === 202;
    const parsed = readOrder(answer.data);
    if (!accepted && parsed.success) return { kind: 'ordered', order: parsed.data.order };
    const cause = new Error(accepted ? 'accepted, told later' : 'the answer holds no order');
    return { kind: 'unknown', accepted, cause };
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: 'unknown', accepted: false, cause: error };
    return outcomeOfFailure(error);
  }
}
