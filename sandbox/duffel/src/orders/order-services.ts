import type { OfferAvailableServiceBaggage, OrderService } from '@duffel/api/types';
import type { z } from 'zod';
import { invalidField } from '../http/errors.ts';
import { newId } from '../ids.ts';
import { listBagServices } from '../offers/bag-services.ts';
import type { BagChange, OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';
import { alreadyCancelled } from './cancel-order.ts';
import { serviceNotAvailable, tooMany } from './chosen-services.ts';
import { listOpenSlices } from './open-slices.ts';
import type { ServicesInput } from './order-input.ts';
import { checkPayment, priceChanged } from './payment-rules.ts';
import { addTickets } from './render-order.ts';

type Bag = OfferAvailableServiceBaggage;
type BagMetadata = Partial<Bag['metadata']>;

const isSameKind = (bag: Bag, { type, metadata, passenger_ids, segment_ids }: OrderService): boolean =>
  type === 'baggage' &&
  (metadata as BagMetadata | undefined)?.type === bag.metadata.type &&
  (metadata as BagMetadata | undefined)?.maximum_weight_kg === bag.metadata.maximum_weight_kg &&
  passenger_ids.some((id) => bag.passenger_ids.includes(id)) &&
  segment_ids.some((id) => bag.segment_ids.includes(id));

const countBooked = (bag: Bag, { services }: OrderWire): number =>
  services.reduce((sum, service) => sum + (isSameKind(bag, service) ? service.quantity : 0), 0);

function listBags(deps: Deps, record: OrderRecord, changes?: Record<string, BagChange>): Bag[] {
  const { order } = record;
  if (order.cancelled_at) throw alreadyCancelled();
  const offerRequest = deps.offers.findRequest(record.offer_id);
  const scenario = offerRequest ? deps.offers.getScenario(offerRequest) : null;
  const slices = listOpenSlices(deps, record);
  if (slices.length === 0) return [];
  return listBagServices({ ...order, slices }, scenario, changes).flatMap((bag) => {
    const maximum = bag.maximum_quantity - countBooked(bag, order);
    return maximum > 0 ? [{ ...bag, maximum_quantity: maximum }] : [];
  });
}

/** The bags that the airline still sells for the flights ahead, less those that the order has. */
export const listOrderBags = (deps: Deps, record: OrderRecord): Bag[] => listBags(deps, record, record.bags);

const sumUp = (bags: readonly Bag[], requested: ReadonlyMap<string, number>): number =>
  bags.reduce(
    (sum, { id, total_amount }) => sum + (toCents(total_amount) ?? 0) * (requested.get(id) ?? 0),
    0,
  );

/** Adds paid bags with their documents to an order. Throws Duffel's errors for anything that cannot be added. */
export function addServices(
  deps: Deps,
  record: OrderRecord,
  { add_services: requested, payment }: z.infer<typeof ServicesInput>,
): OrderWire {
  const { order } = record;
  const bags = listOrderBags(deps, record);
  const quantities = new Map(requested.map(({ id, quantity }) => [id, quantity]));
  if (quantities.size < requested.length)
    throw invalidField('/add_services', 'duplicate_service', 'A service can be named only once');
  const chosen = requested.map(({ id, quantity }, index) => {
    const bag = bags.find((candidate) => candidate.id === id);
    if (!bag) throw serviceNotAvailable();
    if (quantity > bag.maximum_quantity) throw tooMany(`/add_services/${index}`, bag.maximum_quantity);
    return bag;
  });
  const dueCents = sumUp(chosen, quantities);
  const unchangedCents = sumUp(listBags(deps, record), quantities);
  if (unchangedCents !== dueCents && toCents(payment.amount) === unchangedCents) throw priceChanged();
  checkPayment(payment, dueCents, order.total_currency);

  const services = chosen.map((bag): OrderService => ({
    id: newId('ser'),
    type: 'baggage',
    quantity: quantities.get(bag.id) ?? 1,
    passenger_ids: bag.passenger_ids,
    segment_ids: bag.segment_ids,
    total_amount: toAmount(sumUp([bag], quantities), bag.total_currency),
    total_currency: bag.total_currency,
    metadata: bag.metadata,
  }));
  const addDue = (amount: string) => toAmount((toCents(amount) ?? 0) + dueCents, order.total_currency);
  const extended: OrderWire = {
    ...order,
    services: [...order.services, ...services],
    base_amount: addDue(order.base_amount),
    total_amount: addDue(order.total_amount),
    synced_at: deps.clock.iso(),
  };
  // An airline that has not issued the tickets yet issues all documents later.
  const updated = (order.documents ?? []).length > 0 ? addTickets(extended) : extended;
  deps.orders.put(record.id, { ...record, order: updated });
  return updated;
}
