import type { Duffel } from '@duffel/api';
import type { CreateOrder } from '@duffel/api/types';
import type { OrderPlan } from '../db/tables/bookings.table.ts';
import { ProviderTimeoutError, withTimeout } from './clients.ts';
import type { OrderOutcome } from './flight-provider.ts';
import { toOrderOutcome } from './order-outcome.ts';
import { parseOrder } from './schemas.ts';

/** An instant order paid from the agency's balance, with our booking id in its metadata. */
export function toOrderBody(bookingId: string, offerId: string, plan: OrderPlan): CreateOrder {
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

/** Creates the order with one call and never rejects; anything but a definite success or refusal is `unknown`. (D38) */
export async function createOrder(
  getClient: () => Duffel,
  timeoutMs: number,
  body: CreateOrder,
): Promise<OrderOutcome> {
  let duffel: Duffel;
  try {
    duffel = getClient();
  } catch (cause) {
    return { kind: 'refused', code: 'SERVICE_UNAVAILABLE', cause };
  }
  try {
    const response = await withTimeout(timeoutMs, duffel.orders.create(body));
    const isAccepted = (response as { status?: number }).status === 202;
    const parsed = parseOrder(response.data);
    if (!isAccepted && parsed.success) return { kind: 'ordered', order: parsed.data.order };
    const cause = new Error(
      isAccepted ? 'accepted, outcome follows later' : 'the response contains no order',
    );
    return { kind: 'unknown', isAccepted, cause };
  } catch (error) {
    if (error instanceof ProviderTimeoutError) return { kind: 'unknown', isAccepted: false, cause: error };
    return toOrderOutcome(error);
  }
}
