import { airlineUnknown, invalidField, invalidState, requiredField } from '../http/errors.ts';
import { newId } from '../ids.ts';
import { offerNoLongerAvailable } from '../offers/offer.repository.ts';
import type { ListedOffer, OfferRequestRecord, OrderRecord } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toCents } from '../state/money.ts';
import { resolveChosenServices, type ChosenService } from './chosen-services.ts';
import type { OrderInput } from './order-input.ts';
import { checkMeans, priceChanged, wrongAmount } from './payment-rules.ts';
import { checkPassengers } from './passenger-rules.ts';
import { renderOrder, listSeatKeys } from './render-order.ts';

function findOffer(
  deps: Deps,
  offerId: string,
  liveMode: boolean,
): { offer: ListedOffer; request: OfferRequestRecord } {
  const found = deps.offers.find(offerId);
  if (found?.offer.live_mode === liveMode) return found;
  throw invalidField(
    '/selected_offers',
    'linked_record_not_found',
    "Field 'selected_offers' contains ID(s) of linked record(s) that were not found in your account",
    'Linked record(s) not found',
  );
}

function checkBookable(
  deps: Deps,
  offer: ListedOffer,
  request: OfferRequestRecord,
  isRecordedAttempt: boolean,
): void {
  const attempt = deps.attempts.get(request.id);
  if (attempt?.state === 'booked')
    throw invalidField(
      '/selected_offers',
      'offer_request_already_booked',
      "Field 'selected_offers' has offers included in a offer request that has already been booked; please perform a new search",
      "Can't book multiple offers from the same offer request",
    );
  if (attempt?.offer_id === offer.id && !isRecordedAttempt)
    throw invalidState(
      'order_creation_already_attempted',
      'Order creation already attempted',
      'Order creation has already been attempted for the provided offer. You should not retry this request.',
    );
  if (
    deps.offers.getOverride(offer.id)?.unavailable ||
    deps.offers.getScenario(request) === 'offer_unavailable'
  )
    throw offerNoLongerAvailable();
  if (deps.offers.isExpired(offer))
    throw invalidField(
      '/selected_offers',
      'offer_expired',
      'The selected offer has already expired',
      'Offer expired',
    );
}

function checkPayment(
  deps: Deps,
  offer: ListedOffer,
  input: OrderInput,
  services: readonly ChosenService[],
): void {
  const payments = input.payments ?? [];
  const [payment] = payments;
  if (!payment) throw requiredField('/payments');
  if (payments.length > 1)
    throw invalidField('/payments', 'validation_length', "Field 'payments' takes one payment");
  checkMeans(payment, offer.total_currency, '/payments/0');
  checkAmount(
    deps,
    offer,
    payment.amount,
    services.reduce((sum, service) => sum + service.cents, 0),
  );
}

function checkAmount(deps: Deps, offer: ListedOffer, amount: string, servicesTotal: number): void {
  const paidCents = toCents(amount);
  if (paidCents === (toCents(offer.total_amount) ?? 0) + servicesTotal) return;
  const override = deps.offers.getOverride(offer.id);
  const originalCents = toCents(deps.offers.getOriginalTotal(offer.id) ?? '') ?? 0;
  if (override?.total_amount && !override.seen && paidCents === originalCents + servicesTotal)
    throw priceChanged();
  throw wrongAmount('/payments/0');
}

function applyTestScenario(deps: Deps, request: OfferRequestRecord): void {
  const scenario = deps.offers.getScenario(request);
  if (scenario === 'order_error') throw airlineUnknown('duffel_airways');
  if (scenario === 'insufficient_balance')
    throw invalidState(
      'insufficient_balance',
      'Insufficient balance',
      "There wasn't enough balance in the wallet for the operation.",
    );
}

/** Books an offer. Throws Duffel's errors for anything that cannot be booked. */
export function createOrder(
  deps: Deps,
  input: OrderInput,
  { liveMode, isRecordedAttempt }: { liveMode: boolean; isRecordedAttempt: boolean },
): OrderRecord {
  const { offer, request } = findOffer(deps, input.selected_offers[0] ?? '', liveMode);
  checkBookable(deps, offer, request, isRecordedAttempt);
  checkPassengers(input.passengers, offer);
  const services = resolveChosenServices(
    offer,
    deps.offers.getScenario(request),
    input.services ?? [],
    (seat) => deps.seats.get(seat) !== undefined,
    deps.offers.getOverride(offer.id)?.bags,
  );
  checkPayment(deps, offer, input, services);
  applyTestScenario(deps, request);

  const id = newId('ord');
  const now = deps.clock.iso();
  const order = renderOrder(id, offer, input, services, now);
  const record: OrderRecord = {
    ...{ id, offer_id: offer.id, offer_request_id: request.id, order },
    flights_cents: toCents(offer.total_amount) ?? 0,
  };
  deps.orders.put(id, record);
  deps.attempts.put(request.id, { id: request.id, offer_id: offer.id, state: 'booked' });
  for (const seat of listSeatKeys(order)) deps.seats.put(seat, { id: seat, order_id: id });
  deps.emit('order.created', id, order.live_mode, { ...order });
  return record;
}
