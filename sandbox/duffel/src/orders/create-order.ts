import { randomBytes } from 'node:crypto';
import { DuffelProblem, airlineProblem, invalidField, invalidState, required } from '../http/errors.ts';
import { derivedId } from '../flights/random.ts';
import { offerGone } from '../offers/offer-book.ts';
import type { ListedOffer, OfferRequestRecord, OrderRecord } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { toCents } from '../state/money.ts';
import { chosenServices, type ChosenService } from './chosen-services.ts';
import type { OrderInput } from './order-input.ts';
import { checkPassengers } from './passenger-rules.ts';
import { renderOrder, seatKeys } from './render-order.ts';

const PAYMENT_TYPES = ['balance', 'arc_bsp_cash'];

function findOffer(sandbox: Sandbox, offerId: string): { offer: ListedOffer; request: OfferRequestRecord } {
  try {
    return sandbox.offers.find(offerId);
  } catch (error) {
    if (!(error instanceof DuffelProblem)) throw error;
    throw invalidField(
      '/selected_offers',
      'linked_record_not_found',
      "Field 'selected_offers' contains ID(s) of linked record(s) that were not found in your account",
      'Linked record(s) not found',
    );
  }
}

function checkBookable(
  sandbox: Sandbox,
  offer: ListedOffer,
  request: OfferRequestRecord,
  isLateCommit: boolean,
): void {
  const attempt = sandbox.attempts.get(request.id);
  if (attempt?.state === 'booked')
    throw invalidField(
      '/selected_offers',
      'offer_request_already_booked',
      "Field 'selected_offers' has offers included in a offer request that has already been booked; please perform a new search",
      "Can't book multiple offers from the same offer request",
    );
  if (attempt?.offer_id === offer.id && !isLateCommit)
    throw invalidState(
      'order_creation_already_attempted',
      'Order creation already attempted',
      'Order creation has already been attempted for the provided offer. You should not retry this request.',
    );
  if (sandbox.offers.overrideOf(offer.id)?.unavailable || sandbox.offers.scenarioOf(request) === 'offer_gone')
    throw offerGone();
  if (sandbox.offers.isExpired(offer))
    throw invalidField(
      '/selected_offers',
      'offer_expired',
      'The selected offer has already expired',
      'Offer expired',
    );
}

function checkPayment(
  sandbox: Sandbox,
  offer: ListedOffer,
  input: OrderInput,
  services: readonly ChosenService[],
): void {
  const payments = input.payments ?? [];
  if (input.type !== 'instant') {
    if (offer.payment_requirements.requires_instant_payment)
      throw invalidState(
        'invalid_order_create_type',
        'Invalid order create type',
        'The specified `type` was incorrect.',
      );
    if (payments.length > 0)
      throw invalidField(
        '/payments',
        'payments_not_allowed_for_order_type',
        'A held order is paid for later',
      );
    return;
  }
  const [payment] = payments;
  if (!payment) throw required('/payments');
  if (payments.length > 1)
    throw invalidField('/payments', 'validation_length', "Field 'payments' takes one payment");
  if (!PAYMENT_TYPES.includes(payment.type))
    throw invalidField(
      '/payments/0/type',
      'validation_inclusion',
      "Field 'type' must be one of: arc_bsp_cash, balance",
    );
  if (payment.currency !== offer.total_currency)
    throw invalidField(
      '/payments/0/currency',
      'payment_currency_does_not_match_order_currency',
      'The currency provided in the payment does not match the total_currency of the order',
    );
  checkAmount(
    sandbox,
    offer,
    payment.amount,
    services.reduce((sum, service) => sum + service.cents, 0),
  );
}

function checkAmount(sandbox: Sandbox, offer: ListedOffer, amount: string, extra: number): void {
  const paid = toCents(amount);
  if (paid === (toCents(offer.total_amount) ?? 0) + extra) return;
  const override = sandbox.offers.overrideOf(offer.id);
  const before = toCents(sandbox.offers.originalTotal(offer.id) ?? '') ?? 0;
  if (override?.total_amount && !override.seen && paid === before + extra)
    throw airlineProblem(
      422,
      'price_changed',
      'Price changed',
      'The provided offer is no longer available for the same price, please retrieve the offer again to get the latest pricing information.',
    );
  throw invalidField(
    '/payments/0/amount',
    'payment_amount_does_not_match_order_amount',
    'The amount provided in the payment does not match the total_amount of the order',
  );
}

function playScenario(sandbox: Sandbox, request: OfferRequestRecord): void {
  const scenario = sandbox.offers.scenarioOf(request);
  if (scenario === 'order_error')
    throw airlineProblem(
      502,
      'airline_unknown',
      'Unexpected airline error',
      'The airline responded with an unexpected error, please contact support.',
    );
  if (scenario === 'insufficient_balance')
    throw invalidState(
      'insufficient_balance',
      'Insufficient balance',
      "There wasn't enough balance in the wallet for the operation.",
    );
}

/** Books an offer. When this returns, the order is on disk. */
export function createOrder(sandbox: Sandbox, input: OrderInput, isLateCommit: boolean): OrderRecord {
  const { offer, request } = findOffer(sandbox, input.selected_offers[0] ?? '');
  checkBookable(sandbox, offer, request, isLateCommit);
  checkPassengers(input.passengers, offer);
  const services = chosenServices(
    offer,
    sandbox.offers.scenarioOf(request),
    input.services ?? [],
    (seat) => sandbox.seats.get(seat) !== undefined,
  );
  checkPayment(sandbox, offer, input, services);
  playScenario(sandbox, request);

  const id = derivedId('ord', randomBytes(16).toString('hex'));
  const now = sandbox.clock.iso();
  const order = renderOrder(id, offer, input, services, now);
  const record: OrderRecord = { id, offer_id: offer.id, offer_request_id: request.id, order };
  sandbox.orders.put(id, record, true);
  sandbox.attempts.put(request.id, { id: request.id, offer_id: offer.id, state: 'booked' });
  for (const seat of seatKeys(order)) sandbox.seats.put(seat, { id: seat, order_id: id });
  if (input.type === 'instant') {
    const paymentId = derivedId('pay', `${id}|first`);
    const [payment] = input.payments ?? [];
    const type = payment?.type === 'arc_bsp_cash' ? 'arc_bsp_cash' : 'balance';
    sandbox.payments.put(
      paymentId,
      {
        id: paymentId,
        order_id: id,
        payment: {
          id: paymentId,
          type,
          amount: order.total_amount,
          currency: order.total_currency,
          created_at: now,
        },
      },
      true,
    );
  }
  sandbox.webhooks.emit('order.created', id, order.live_mode, { ...order });
  return record;
}
