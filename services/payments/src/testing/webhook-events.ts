import { createHmac, randomUUID } from 'node:crypto';
import { webhookSecrets } from './harness.ts';

export const signHeaders = (
  provider: 'stripe' | 'duffel',
  body: string,
  secret: string = webhookSecrets[provider],
) => {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const name = provider === 'stripe' ? 'stripe-signature' : 'x-duffel-signature';
  return { 'content-type': 'application/json', [name]: `t=${time},v1=${signature}` };
};

export const createOrderEvent = (
  type: string,
  bookingId: string,
  offerId: string,
  id = `wev_${randomUUID()}`,
) =>
  JSON.stringify({
    id,
    type,
    live_mode: false,
    data: { object: { offer_id: offerId, metadata: { booking_id: bookingId } } },
  });

export const createIntentEvent = (type: string, intentId: string, metadata: Record<string, string> = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    livemode: false,
    type,
    data: { object: { id: intentId, object: 'payment_intent', metadata } },
  });

/** About a refund or dispute of the intent's charge. */
export const createChargeEvent = (
  type: string,
  { id, object }: { id: string; object: string },
  intentId: string,
) =>
  JSON.stringify({
    ...{ id: `evt_${randomUUID()}`, object: 'event', livemode: false, type },
    data: { object: { id, object, payment_intent: intentId } },
  });
