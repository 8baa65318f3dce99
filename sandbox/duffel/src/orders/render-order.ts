import type { OrderDocument, OrderSegmentPassenger, OrderSlice } from '@duffel/api/types';
import { voidsOrders } from '../flights/carriers.ts';
import { seededInteger } from '../flights/seeded-random.ts';
import { newId } from '../ids.ts';
import type { ListedOffer, OrderWire, OrderWirePassenger } from '../records.ts';
import { getFlightKey } from '../offers/seat-map.ts';
import { toAmount, toCents } from '../state/money.ts';
import type { ChosenService } from './chosen-services.ts';
import type { OrderInput } from './order-input.ts';

// Record locators have no vowels and no characters that are easily confused.
const LOCATOR_CHARACTERS = 'BCDFGHJKLMNPQRSTVWXYZ2346789';

const VOID_WINDOW_MS = 24 * 3_600_000;

function createBookingReference(orderId: string): string {
  return [...Array(6).keys()]
    .map(
      (index) => LOCATOR_CHARACTERS[seededInteger(`${orderId}|${index}`, 0, LOCATOR_CHARACTERS.length - 1)],
    )
    .join('');
}

/** Adds the documents of an order: a ticket for each passenger, issued anew with each change of the flights, and a document for each extra. */
export function addTickets(order: OrderWire): OrderWire {
  const createDocumentNumber = (seed: string) =>
    `${seededInteger(`${order.owner.id}|prefix`, 100, 999)}-${seededInteger(`${order.id}|${seed}`, 1_000_000_000, 4_200_000_000)}`;
  return {
    ...order,
    documents: [
      ...order.passengers.map((passenger): OrderDocument => ({
        type: 'electronic_ticket',
        unique_identifier: createDocumentNumber([passenger.id, ...order.changes].join('|')),
        passenger_ids: [passenger.id],
      })),
      ...order.services.map((service): OrderDocument => ({
        type: 'electronic_miscellaneous_document_associated',
        unique_identifier: createDocumentNumber(service.id),
        passenger_ids: service.passenger_ids,
      })),
    ],
  };
}

/** Renders the slices of an offer in the format of an order, with the chosen seats. */
export function renderOrderSlices(offer: ListedOffer, services: readonly ChosenService[]): OrderSlice[] {
  return offer.slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => ({
      ...segment,
      distance: segment.distance ?? '0',
      duration: segment.duration ?? 'PT0M',
      // The SDK types these as strings, but Duffel sends null for an unknown terminal.
      origin_terminal: segment.origin_terminal as string,
      destination_terminal: segment.destination_terminal as string,
      stops: segment.stops,
      passengers: segment.passengers.map((passenger): OrderSegmentPassenger => {
        const { cabin: _, fare_basis_code: __, ...rest } = passenger;
        const chosenSeat = services.find(
          ({ service, seat }) =>
            seat?.segmentId === segment.id && service.passenger_ids.includes(passenger.passenger_id),
        )?.seat;
        if (!chosenSeat) return rest;
        return {
          ...rest,
          seat: {
            designator: chosenSeat.designator,
            name: chosenSeat.name,
            disclosures: chosenSeat.disclosures,
          },
        };
      }),
    })),
  }));
}

/** What an agency may do with an order of these conditions. */
export const listActions = ({
  change_before_departure: change,
}: OrderWire['conditions']): OrderWire['available_actions'] =>
  change?.allowed ? ['cancel', 'change', 'update'] : ['cancel', 'update'];

/** Renders the order for a booked offer. */
export function renderOrder(
  id: string,
  offer: ListedOffer,
  input: OrderInput,
  services: readonly ChosenService[],
  now: string,
): OrderWire {
  const servicesTotal = services.reduce((sum, service) => sum + service.cents, 0);
  const reference = createBookingReference(id);
  const order: OrderWire = {
    id,
    offer_id: offer.id,
    type: 'instant',
    live_mode: offer.live_mode,
    content: 'managed',
    booking_reference: reference,
    booking_references: [{ booking_reference: reference, carrier: offer.owner }],
    created_at: now,
    synced_at: now,
    cancelled_at: null,
    cancellation: null,
    owner: offer.owner,
    base_amount: toAmount((toCents(offer.base_amount) ?? 0) + servicesTotal, offer.total_currency),
    base_currency: offer.base_currency,
    tax_amount: offer.tax_amount ?? toAmount(0, offer.total_currency),
    tax_currency: offer.tax_currency ?? offer.total_currency,
    total_amount: toAmount((toCents(offer.total_amount) ?? 0) + servicesTotal, offer.total_currency),
    total_currency: offer.total_currency,
    conditions: offer.conditions,
    metadata: input.metadata ?? {},
    users: input.users ?? [],
    changes: [],
    airline_initiated_changes: [],
    void_window_ends_at: voidsOrders(offer.owner.iata_code)
      ? new Date(Date.parse(now) + VOID_WINDOW_MS).toISOString()
      : null,
    available_actions: listActions(offer.conditions),
    payment_status: {
      awaiting_payment: false,
      payment_required_by: null,
      price_guarantee_expires_at: null,
      paid_at: now,
    },
    services: services.map(({ service }) => ({ ...service, id: newId('ser') })),
    slices: renderOrderSlices(offer, services),
    passengers: input.passengers.map((passenger) => ({
      id: passenger.id,
      type: offer.passengers.find((offerPassenger) => offerPassenger.id === passenger.id)?.type ?? 'adult',
      title: passenger.title as OrderWirePassenger['title'],
      gender: passenger.gender,
      given_name: passenger.given_name,
      family_name: passenger.family_name,
      born_on: passenger.born_on,
      email: passenger.email,
      phone_number: passenger.phone_number,
      infant_passenger_id: passenger.infant_passenger_id ?? null,
      user_id: passenger.user_id ?? null,
      loyalty_programme_accounts: passenger.loyalty_programme_accounts ?? [],
    })),
    documents: [],
  };
  return addTickets(order);
}

/** Keys of the seats of an order, as `flightKey|designator`. */
export function listSeatKeys(order: OrderWire): string[] {
  return order.slices.flatMap((slice) =>
    slice.segments.flatMap((segment) =>
      segment.passengers.flatMap(({ seat }) => (seat ? [`${getFlightKey(segment)}|${seat.designator}`] : [])),
    ),
  );
}
