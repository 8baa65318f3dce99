import { Duffel } from '@duffel/api';
import type { CreateOrder } from '@duffel/api/types';
import type { Mode } from '@fareline/contracts';
import { callWithLimits } from '@fareline/service-kit/call-with-limits';
import { createModeClients } from '@fareline/service-kit/mode-clients';
import type { PaymentsConfig } from '../config.ts';
import type { OrderPlan } from '../db/schema.ts';
import type { LedgerOrder } from '../ledger/provider-ledger.ts';
import { findLatestChange } from './airline-change.ts';
import type { ProviderBudget } from './count-provider-call.ts';
import { parseBookedOrder } from './booked-order.ts';
import type { CancellationOutcome, FlightProvider, OrderOutcome, OrderOwner } from './flight-provider.ts';
import { parseExtraBags } from './extra-bags.ts';
import { parseChangeOffer, parseChangeOffers, parseOrderChange } from './order-change.ts';
import { parseOrderEvent } from './order-event.ts';
import { ambiguousCodes, toOrderOutcome } from './order-outcome.ts';
import { parseCancellation, parseDuffelError, parseOrder, toLoggableError } from './schemas.ts';
import { isSignedByDuffel } from './webhook-signature.ts';

/** Timeout of the calls that only read. */
const callTimeoutMs = 30_000;

/** The SDK has no timeouts and no retries. Each call is recorded in the budget, or acquired from it, before it is made. */
export function createFlightProvider(config: PaymentsConfig, budget: ProviderBudget): FlightProvider {
  const { DUFFEL_BASE_PATH: basePath, ORDER_TIMEOUT_MS: orderTimeoutMs } = config;
  const getClient = createModeClients(
    { test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE },
    (token) => new Duffel({ token, basePath }),
  );
  const webhookSecrets = { test: config.DUFFEL_WEBHOOK_SECRET_TEST, live: config.DUFFEL_WEBHOOK_SECRET_LIVE };
  const defaultTimeoutMs = Math.min(callTimeoutMs, orderTimeoutMs);

  /** Anything but a definite success or refusal is `unknown`. (PROVIDER-34) */
  async function createOrder(mode: Mode, body: CreateOrder): Promise<OrderOutcome> {
    let client: Duffel;
    try {
      client = getClient(mode);
    } catch (cause) {
      return { kind: 'refused', code: 'SERVICE_UNAVAILABLE', cause };
    }
    try {
      budget.record();
      const response = await callWithLimits(orderTimeoutMs, () => client.orders.create(body));
      const isAccepted = (response as { status?: number }).status === 202;
      const parsed = parseOrder(response.data);
      if (!isAccepted && parsed.success) return { kind: 'ordered', order: parsed.data.order };
      const reason = isAccepted ? 'accepted, outcome follows later' : 'the response contains no order';
      return { kind: 'unknown', isAccepted, cause: new Error(reason) };
    } catch (error) {
      return toOrderOutcome(error);
    }
  }

  async function callCounted<T>(call: () => Promise<T>, timeoutMs = defaultTimeoutMs): Promise<T> {
    try {
      return await callWithLimits(timeoutMs, call);
    } catch (error) {
      throw parseDuffelError(error) ? error : toLoggableError(error);
    }
  }

  function callWhole<T>(call: () => Promise<T>, timeoutMs?: number): Promise<T> {
    budget.record();
    return callCounted(call, timeoutMs);
  }

  const callDuffel = async <T>(call: () => Promise<{ data: T }>, timeoutMs?: number): Promise<T> =>
    (await callWhole(call, timeoutMs)).data;

  /** A 4xx in the provider's error format, except 401, 408 and 429, is a refusal; other errors reject and may be retried. */
  async function callOrRefusal(call: () => Promise<{ data: unknown }>, timeoutMs = orderTimeoutMs) {
    try {
      return { kind: 'succeeded', data: await callDuffel(call, timeoutMs) } as const;
    } catch (error) {
      const known = parseDuffelError(error);
      const isRefusal = known && known.status >= 400 && known.status < 500;
      if (isRefusal && ![401, 408, 429].includes(known.status))
        return { kind: 'refused', code: known.code, cause: toLoggableError(error) } as const;
      throw toLoggableError(error);
    }
  }

  /** Calls what must not be done twice: rejects where the airline may have done it, else as `callOrRefusal`. (PROVIDER-34) */
  async function callOnce(call: () => Promise<{ data: unknown }>) {
    const outcome = await callOrRefusal(call);
    if (outcome.kind === 'refused' && ambiguousCodes.has(outcome.code)) throw outcome.cause;
    return outcome;
  }

  const toCancellation = (outcome: Awaited<ReturnType<typeof callOrRefusal>>): CancellationOutcome =>
    outcome.kind === 'refused'
      ? outcome
      : { kind: 'succeeded', cancellation: parseCancellation(outcome.data) };

  return {
    createOrder: (mode, owner, offerId, plan) => createOrder(mode, toOrderBody(owner, offerId, plan)),

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

    async getBookedOrder(mode, orderId) {
      return parseBookedOrder(await callDuffel(() => getClient(mode).orders.get(orderId)));
    },

    async readOrderInBudget(mode, orderId) {
      if (!(await budget.acquire())) return undefined;
      return parseBookedOrder((await callCounted(() => getClient(mode).orders.get(orderId))).data);
    },

    async findAirlineChange(mode, orderId) {
      return findLatestChange(await callDuffel(() => getClient(mode).airlineInitiatedChanges.list(orderId)));
    },

    acceptAirlineChange: (mode, changeId) =>
      callOnce(() => getClient(mode).airlineInitiatedChanges.accept(changeId)),

    async requestChangeOffers(mode, orderId, { remove, add, infants }) {
      const slices = {
        remove: remove.map((id) => ({ slice_id: id })),
        add: add.map(({ departureDate, cabin, ...route }) => ({
          ...route,
          departure_date: departureDate,
          cabin_class: cabin,
        })),
      };
      const outcome = await callOrRefusal(() =>
        getClient(mode).orderChangeRequests.create({ order_id: orderId, slices }),
      );
      if (outcome.kind === 'refused') return outcome;
      return { kind: 'succeeded', offers: parseChangeOffers(outcome.data, infants) };
    },

    async getChangeOffer(mode, offerId, infants) {
      const outcome = await callOrRefusal(
        () => getClient(mode).orderChangeOffers.get(offerId),
        defaultTimeoutMs,
      );
      if (outcome.kind === 'refused') return outcome;
      return { kind: 'succeeded', offer: parseChangeOffer(outcome.data, infants) };
    },

    async createOrderChange(mode, offerId) {
      const outcome = await callOrRefusal(() =>
        getClient(mode).orderChanges.create({ selected_order_change_offer: offerId }),
      );
      if (outcome.kind === 'refused') return outcome;
      return { kind: 'succeeded', change: parseOrderChange(outcome.data) };
    },

    async getOrderChange(mode, changeId) {
      return parseOrderChange(await callDuffel(() => getClient(mode).orderChanges.get(changeId)));
    },

    async confirmOrderChange(mode, { id, amount, currency }) {
      const payment = Number(amount) > 0 ? { payment: { type: 'balance' as const, amount, currency } } : {};
      const outcome = await callOnce(() => getClient(mode).orderChanges.confirm(id, payment));
      if (outcome.kind === 'refused') return outcome;
      return { kind: 'succeeded', change: parseOrderChange(outcome.data) };
    },

    async listExtraBags(mode, orderId) {
      const outcome = await callOrRefusal(
        () => getClient(mode).orders.getAvailableServices(orderId),
        defaultTimeoutMs,
      );
      if (outcome.kind === 'refused') return outcome;
      return { kind: 'succeeded', bags: parseExtraBags(outcome.data) };
    },

    async addBags(mode, orderId, bags, payment) {
      const outcome = await callOnce(() =>
        getClient(mode).orders.addServices(orderId, {
          add_services: bags,
          payment: { type: 'balance', ...payment },
        }),
      );
      if (outcome.kind === 'refused') return outcome;
      // After a 202 they are added later, or not at all.
      if (!parseOrder(outcome.data).success) throw new Error('the response contains no order');
      return { kind: 'succeeded' };
    },

    async listOrders(mode, since, until) {
      const orders: LedgerOrder[] = [];
      let after: string | null | undefined;
      do {
        // The provider can filter by time, which is missing in the SDK's types.
        const filter = {
          ...{ limit: 200, 'created_at[after]': since.toISOString() },
          ...(until && { 'created_at[before]': until.toISOString() }),
          ...(after && { after }),
        };
        const page = await callWhole(() => getClient(mode).orders.list(filter));
        for (const raw of page.data as unknown[]) {
          const { order, metadata, createdAt } = parseOrder(raw).data ?? {};
          const { booking_id: bookingId, payment_id: paymentId } = metadata ?? {};
          if (order && createdAt && createdAt >= since && (!until || createdAt <= until))
            orders.push({ ...order, createdAt, bookingId: toId(bookingId), paymentId: toId(paymentId) });
        }
        ({ after } = page.meta ?? {});
      } while (after);
      return orders;
    },

    requestCancellation: async (mode, orderId) =>
      toCancellation(
        await callOrRefusal(() => getClient(mode).orderCancellations.create({ order_id: orderId })),
      ),

    async getCancellation(mode, cancellationId) {
      return parseCancellation(
        await callDuffel(() => getClient(mode).orderCancellations.get(cancellationId)),
      );
    },

    confirmCancellation: async (mode, cancellationId) =>
      toCancellation(await callOnce(() => getClient(mode).orderCancellations.confirm(cancellationId))),

    parseWebhook(body, signature) {
      const event = parseOrderEvent(body);
      // Each mode has a secret of its own.
      const secrets = event ? [webhookSecrets[event.mode]] : Object.values(webhookSecrets);
      if (!secrets.some((secret) => secret && isSignedByDuffel(body, signature, secret))) return undefined;
      return event ?? null;
    },
  };
}

/** An id in the metadata of an order, which other systems may have made. */
const toId = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The seats and bags of the order; a seat is one of its kind. */
const toServices = ({ services, bags }: OrderPlan) => [
  ...services.map((id) => ({ id, quantity: 1 })),
  ...bags.map(({ serviceId, quantity }) => ({ id: serviceId, quantity })),
];

/** An instant order paid from the agency's balance, with our ids in its metadata. */
function toOrderBody({ bookingId, paymentId }: OrderOwner, offerId: string, plan: OrderPlan): CreateOrder {
  const services = toServices(plan);
  return {
    type: 'instant',
    selected_offers: [offerId],
    passengers: plan.passengers.map(({ passport, passport_expires_on: _, ...passenger }) => ({
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
    ...(services.length > 0 ? { services } : {}),
    payments: [{ type: 'balance', amount: plan.amount, currency: plan.currency }],
    metadata: { booking_id: bookingId, payment_id: paymentId },
  } as CreateOrder;
}
