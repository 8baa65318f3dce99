import { randomUUID } from 'node:crypto';
import {
  formatMinor,
  listGivenUp,
  parseMinor,
  type BagSelection,
  type BookingChangeRequest,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { fromNow } from '@fareline/service-kit/db/leases';
import type { InsertObject } from 'kysely';
import { getChange, type StoredChange } from './amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { assertChangeable } from './changeability.ts';
import { assertRulesKept, replaceSlices } from './flight-rules.ts';
import { readNow } from '../db/read-now.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { readSoldBags } from './later-bags.ts';
import { nothingReturned, readReturnable, toChangePrice } from './provider-price.ts';
import { findRemoved, listInfants, readOrder } from './search-change-offers.ts';

/** How long a price is shown for which the airline names no end. */
const quoteMs = 20 * 60_000;

type NewChange = Omit<InsertObject<Tables, 'amendments'>, 'id' | 'booking_id' | 'state' | 'order_amount'>;

/**
 * Throws BOOKING_CHANGE_OUTDATED for an offer that has expired, and BOOKING_NOT_CHANGEABLE for one of another order or whose flights
 * break a rule of a passenger.
 */
async function quoteFlights(
  deps: Deps,
  booking: Booking,
  order: BookedOrder,
  offerId: string,
): Promise<NewChange> {
  const { flightProvider } = deps;
  const { mode, order_id: orderId, booking_data: data } = booking;
  const offered = await flightProvider
    .getChangeOffer(mode, offerId, listInfants(order))
    .catch(throwUnavailable);
  if (offered.kind === 'refused') throw new AppError('BOOKING_CHANGE_OUTDATED', { cause: offered.cause });
  const removed = findRemoved(order, offered.offer.removedSliceIds);
  if (!removed) throw new AppError('BOOKING_NOT_CHANGEABLE');
  const { penalty, isCredit, addedSlices: slices, conditions } = offered.offer;
  assertRulesKept(booking, order, replaceSlices(data.slices, removed, slices), await readNow(deps.db));
  const created = await flightProvider.createOrderChange(mode, offerId).catch(throwUnavailable);
  if (created.kind === 'refused') throw new AppError('BOOKING_CHANGE_OUTDATED', { cause: created.cause });
  const { change } = created;
  if (change.orderId !== orderId) throw new AppError('BOOKING_NOT_CHANGEABLE');
  const { slices: removed_slices, ...givenUp } = listGivenUp(data, removed);
  const terms = { earlier_conditions: data.conditions, conditions, ...givenUp };
  const returnable = await readReturnable(deps, booking);
  if (Number(change.amount) < 0 && !isCredit && returnable.isHeld)
    throw new AppError('BOOKING_NOT_CHANGEABLE');
  return {
    kind: 'flights',
    ...toChangePrice(deps, booking, returnable, { ...change, penalty, isCredit }),
    provider_id: change.id,
    provider_amount: change.amount,
    content: JSON.stringify({
      ...{ removed, removed_slices, slices, terms, bags: [], services: [], known_services: [] },
    }),
    expires_at: change.expiresAt ?? fromNow(quoteMs),
  };
}

/** Throws BAG_UNAVAILABLE for bags that the airline does not sell, or not as many. */
async function quoteBags(
  deps: Deps,
  booking: Booking,
  order: BookedOrder,
  wanted: readonly BagSelection[],
): Promise<NewChange> {
  const offered = await readSoldBags(deps, booking, order);
  const { currency } = booking;
  const services = [...new Set(wanted.map(({ serviceId }) => serviceId))].map((id) => ({
    id,
    quantity: wanted.reduce((sum, bag) => sum + (bag.serviceId === id ? bag.quantity : 0), 0),
  }));
  const isSold = ({ id, quantity }: { id: string; quantity: number }) =>
    offered.some((service) => service.id === id && quantity <= service.max_quantity);
  if (!services.every(isSold)) throw new AppError('BAG_UNAVAILABLE');
  const chosen = wanted.map(({ serviceId, passengerId, quantity }) => {
    const service = offered.find(({ id }) => id === serviceId);
    const price = service && parseMinor(service.total_amount, currency);
    if (!service || price === undefined || !service.passenger_ids.includes(passengerId))
      throw new AppError('BAG_UNAVAILABLE');
    return { service, passengerId, quantity, minor: price * quantity };
  });
  const minor = chosen.reduce((sum, bag) => sum + bag.minor, 0);
  const amount = formatMinor(minor, currency);
  const bags = chosen.map(({ service, passengerId, quantity, minor: bagMinor }) => ({
    passenger_id: passengerId,
    segment_ids: service.segment_ids,
    ...{ type: service.type, weight_kg: service.weight_kg, quantity },
    amount: formatMinor(bagMinor, currency),
  }));
  return {
    kind: 'bags',
    ...toChangePrice(deps, booking, nothingReturned, { amount, currency, penalty: null, isCredit: false }),
    provider_id: null,
    provider_amount: amount,
    content: JSON.stringify({
      ...{ removed: [], removed_slices: [], slices: [], terms: null, bags, services },
      known_services: order.bagServices.map(({ id }) => id),
    }),
    expires_at: fromNow(quoteMs),
  };
}

/**
 * Prices other flights or bags at the airline and stores the price as quoted; nothing is changed or charged. Throws
 * BOOKING_NOT_CHANGEABLE with the reason, also where money would come back of a disputed payment, BOOKING_CHANGE_OUTDATED,
 * BAG_UNAVAILABLE or PROVIDER_UNAVAILABLE. (TRIP-03, TRIP-04)
 */
export async function quoteChange(
  deps: Deps,
  booking: Booking,
  request: BookingChangeRequest,
): Promise<StoredChange> {
  assertChangeable(booking, request.kind, await readNow(deps.db));
  const order = await readOrder(deps, booking);
  const quote =
    request.kind === 'flights'
      ? await quoteFlights(deps, booking, order, request.offer_id)
      : await quoteBags(deps, booking, order, request.bags);
  const id = randomUUID();
  await deps.db
    .insertInto('amendments')
    .values({ ...quote, id, booking_id: booking.id, state: 'quoted', order_amount: order.amount })
    .execute();
  return getChange(deps.db, booking, id);
}
