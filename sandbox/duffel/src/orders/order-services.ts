import type { OfferAvailableServiceBaggage, OrderService } from '@duffel/api/types';
import type { z } from 'zod';
import { invalidField, notFound } from '../http/errors.ts';
import { newId } from '../ids.ts';
import { listBagServices, renderMetadata } from '../offers/bag-services.ts';
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
type PaidBag = Omit<OrderService, 'id' | 'type' | 'total_currency'>;

/** A bag that the airline sells at its counter, or the agency in Duffel's dashboard. */
interface CounterBag {
  /** Index or id of the passenger. */
  passenger: number | string;
  /** Index of the slice that the bag is for. */
  slice: number;
  /** All segments of the slice by default. */
  segment_ids?: string[] | undefined;
  type: Bag['metadata']['type'];
  weight_kg: number | null;
  total_amount: string;
}

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

/** Writes paid bags with their price and documents into an order, whoever sold them. */
function writeBags(deps: Deps, record: OrderRecord, bags: readonly PaidBag[]): OrderWire {
  const { order } = record;
  const total_currency = order.total_currency;
  const paidCents = bags.reduce((sum, { total_amount }) => sum + (toCents(total_amount) ?? 0), 0);
  const addPaid = (amount: string) => toAmount((toCents(amount) ?? 0) + paidCents, total_currency);
  const extended: OrderWire = {
    ...order,
    services: [
      ...order.services,
      ...bags.map((bag): OrderService => ({ ...bag, id: newId('ser'), type: 'baggage', total_currency })),
    ],
    base_amount: addPaid(order.base_amount),
    total_amount: addPaid(order.total_amount),
    synced_at: deps.clock.iso(),
  };
  // An airline that has not issued the tickets yet issues all documents later.
  const updated = (order.documents ?? []).length > 0 ? addTickets(extended) : extended;
  deps.orders.put(record.id, { ...record, order: updated });
  return updated;
}

/** Adds paid bags to an order. Throws Duffel's errors for anything that cannot be added. */
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

  return writeBags(
    deps,
    record,
    chosen.map((bag) => ({
      quantity: quantities.get(bag.id) ?? 1,
      passenger_ids: bag.passenger_ids,
      segment_ids: bag.segment_ids,
      total_amount: toAmount(sumUp([bag], quantities), bag.total_currency),
      metadata: bag.metadata,
    })),
  );
}

/** Adds a bag that was sold without a call. Throws 404 for a passenger or flights that the order does not have. */
export function addCounterBag(deps: Deps, record: OrderRecord, bag: CounterBag): void {
  const { passengers, slices, total_currency: currency } = record.order;
  const passenger = passengers.find(({ id }, index) => bag.passenger === id || bag.passenger === index);
  if (!passenger) throw notFound('passenger');
  const listIds = ({ segments }: OrderWire['slices'][number]) => segments.map(({ id }) => id);
  const segmentIds = bag.segment_ids ?? slices.slice(bag.slice, bag.slice + 1).flatMap(listIds);
  const bookedIds = slices.flatMap(listIds);
  if (segmentIds.length === 0 || segmentIds.some((id) => !bookedIds.includes(id))) throw notFound('segment');
  writeBags(deps, record, [
    {
      quantity: 1,
      passenger_ids: [passenger.id],
      segment_ids: segmentIds,
      total_amount: toAmount(toCents(bag.total_amount) ?? 0, currency),
      metadata: renderMetadata({ type: bag.type, weightKg: bag.weight_kg }),
    },
  ]);
}
