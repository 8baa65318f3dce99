import type { Duffel } from '@duffel/api';
import type { PaymentsConfig } from '../config.ts';
import { createDuffelClients, withTimeout } from './clients.ts';
import { createOrder, toOrderBody } from './create-order.ts';
import type { CancellationOutcome, FlightProvider } from './flight-provider.ts';
import { parseOrderEvent } from './order-event.ts';
import { toLoggableError, parseCancellation, parseOrder, parseDuffelError } from './schemas.ts';
import { isSignedByDuffel } from './webhook-signature.ts';

/** For all calls except those that create an order or a cancellation. */
const callTimeoutMs = 30_000;

export function createFlightProvider(config: PaymentsConfig): FlightProvider {
  const getClient = createDuffelClients(config);
  const orderTimeoutMs = config.ORDER_TIMEOUT_MS;
  const defaultTimeoutMs = Math.min(callTimeoutMs, orderTimeoutMs);

  async function callDuffel<T>(call: () => Promise<{ data: T }>, timeoutMs = defaultTimeoutMs): Promise<T> {
    try {
      return (await withTimeout(timeoutMs, call())).data;
    } catch (error) {
      throw parseDuffelError(error) ? error : toLoggableError(error);
    }
  }

  /** A 4xx in the provider's error format, except 401 and 429, is a refusal; other errors reject and may be retried. */
  async function callCancellation(call: () => Promise<{ data: unknown }>): Promise<CancellationOutcome> {
    try {
      return { kind: 'succeeded', cancellation: parseCancellation(await callDuffel(call, orderTimeoutMs)) };
    } catch (error) {
      const known = parseDuffelError(error);
      const isRefusal = known && known.status >= 400 && known.status < 500 && known.status !== 429;
      if (isRefusal && known.status !== 401) return { kind: 'refused', cause: toLoggableError(error) };
      throw toLoggableError(error);
    }
  }

  return {
    createOrder: (mode, bookingId, offerId, plan) =>
      createOrder(() => getClient(mode), orderTimeoutMs, toOrderBody(bookingId, offerId, plan)),

    async findOrder(mode, bookingId, offerId) {
      // The provider can filter by offer, which is missing in the SDK's types.
      const filter = { offer_id: offerId, limit: 50 } as Parameters<Duffel['orders']['list']>[0];
      const found = await callDuffel(() => getClient(mode).orders.list(filter));
      for (const raw of found as unknown[]) {
        const parsed = parseOrder(raw);
        if (parsed.data?.metadata.booking_id === bookingId) return parsed.data.order;
      }
      return undefined;
    },

    async getOrder(mode, orderId) {
      const parsed = parseOrder(await callDuffel(() => getClient(mode).orders.get(orderId)));
      if (!parsed.success) throw new Error('the response contains no order');
      return parsed.data.order;
    },

    requestCancellation: (mode, orderId) =>
      callCancellation(() => getClient(mode).orderCancellations.create({ order_id: orderId })),

    async getCancellation(mode, cancellationId) {
      return parseCancellation(
        await callDuffel(() => getClient(mode).orderCancellations.get(cancellationId)),
      );
    },

    confirmCancellation: (mode, cancellationId) =>
      callCancellation(() => getClient(mode).orderCancellations.confirm(cancellationId)),

    parseWebhook(body, signature) {
      const secret = config.DUFFEL_WEBHOOK_SECRET;
      return secret && isSignedByDuffel(body, signature, secret) ? parseOrderEvent(body) : undefined;
    },
  };
}
