import type { Duffel } from '@duffel/api';
import type { PaymentsConfig } from '../config.ts';
import { duffelClients, within } from './clients.ts';
import { createOrder, orderBody } from './create-order.ts';
import type { CancellationOutcome, DuffelDoor } from './duffel-door.ts';
import { readOrderEvent } from './order-event.ts';
import { describeFailure, readCancellation, readOrder, readProblem } from './shapes.ts';
import { isSignedByDuffel } from './webhook-signature.ts';

/** For all calls but the order itself. */
const callLimitMs = 30_000;

export function createDuffelDoor(config: PaymentsConfig): DuffelDoor {
  const clientOf = duffelClients(config);
  const orderLimit = config.ORDER_TIMEOUT_MS;
  const limit = Math.min(callLimitMs, orderLimit);

  async function ask<T>(call: () => Promise<{ data: T }>, limitMs = limit): Promise<T> {
    try {
      return (await within(limitMs, call())).data;
    } catch (error) {
      throw readProblem(error) ? error : describeFailure(error);
    }
  }

  /** A 4xx in the provider's form, apart from 'too many', is an answer; the rest may be asked again. */
  async function askToCancel(call: () => Promise<{ data: unknown }>): Promise<CancellationOutcome> {
    try {
      return { kind: 'offered', cancellation: readCancellation(await ask(call, orderLimit)) };
    } catch (error) {
      const known = readProblem(error);
      const isRefusal = known && known.status >= 400 && known.status < 500 && known.status !== 429;
      if (isRefusal && known.status !== 401) return { kind: 'refused', cause: describeFailure(error) };
      throw describeFailure(error);
    }
  }

  return {
    createOrder: (mode, bookingId, offerId, plan) =>
      createOrder(() => clientOf(mode), orderLimit, orderBody(bookingId, offerId, plan)),

    async findOrder(mode, bookingId, offerId) {
      // The provider filters by offer, which the SDK's types do not know.
      const filter = { offer_id: offerId, limit: 50 } as Parameters<Duffel['orders']['list']>[0];
      const found = await ask(() => clientOf(mode).orders.list(filter));
      for (const raw of found as unknown[]) {
        const parsed = readOrder(raw);
        if (parsed.data?.metadata.booking_id === bookingId) return parsed.data.order;
      }
      return undefined;
    },

    async getOrder(mode, orderId) {
      const parsed = readOrder(await ask(() => clientOf(mode).orders.get(orderId)));
      if (!parsed.success) throw new Error('the answer holds no order');
      return parsed.data.order;
    },

    offerCancellation: (mode, orderId) =>
      askToCancel(() => clientOf(mode).orderCancellations.create({ order_id: orderId })),

    async getCancellation(mode, cancellationId) {
      return readCancellation(await ask(() => clientOf(mode).orderCancellations.get(cancellationId)));
    },

    confirmCancellation: (mode, cancellationId) =>
      askToCancel(() => clientOf(mode).orderCancellations.confirm(cancellationId)),

    readWebhook(body, signature) {
      const secret = config.DUFFEL_WEBHOOK_SECRET;
      return secret && isSignedByDuffel(body, signature, secret) ? readOrderEvent(body) : undefined;
    },
  };
}
