import type { OrderDocument, OrderSegmentPassenger, OrderSlice } from '@duffel/api/types';
import { pick } from '../flights/random.ts';
import type { ListedOffer, OrderWire, OrderWirePassenger } from '../records.ts';
import { flightKey } from '../offers/seat-map.ts';
import { toAmount, toCents } from '../state/money.ts';
import type { ChosenService } from './chosen-services.ts';
import type { OrderInput } from './order-input.ts';

// Without vowels and look-alikes, as record locators are.
const LOCATOR = 'BCDFGHJKLMNPQRSTVWXYZ2346789';

export function bookingReference(orderId: string): string {
  return [...Array(6).keys()]
    .map((place) => LOCATOR[pick(`${orderId}|${place}`, 0, LOCATOR.length - 1)])
    .join('');
}

/** A paid order has its tickets at once: one for each passenger, and a document for each extra. */
export function ticketed(order: OrderWire): OrderWire {
  const number = (seed: string) =>
    `${pick(`${order.owner.id}|prefix`, 100, 999)}-${pick(`${order.id}|${seed}`, 1_000_000_000, 4_200_000_000)}`;
  return {
    ...order,
    documents: [
      ...order.passengers.map((passenger): OrderDocument => ({
        type: 'electronic_ticket',
        unique_identifier: number(passenger.id),
        passenger_ids: [passenger.id],
      })),
      ...order.services.map((service): OrderDocument => ({
        type: 'electronic_miscellaneous_document_associated',
        unique_identifier: number(service.id),
        passenger_ids: service.passenger_ids,
      })),
    ],
  };
}

/** The slices of an offer as an order shows them, with the seats that were chosen. */
export function orderSlices(offer: ListedOffer, services: readonly ChosenService[]): OrderSlice[] {
  return offer.slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => ({
      ...segment,
      distance: segment.distance ?? '0',
      duration: segment.duration ?? 'PT0M',
      // The SDK's type promises texts; Duffel answers null where the terminal is not known.
      origin_terminal: segment.origin_terminal as string,
      destination_terminal: segment.destination_terminal as string,
      stops: segment.stops,
      passengers: segment.passengers.map((passenger): OrderSegmentPassenger => {
        const { cabin: _, fare_basis_code: __, ...rest } = passenger;
        const chosen = services.find(
          ({ service, seat }) =>
            seat?.segmentId === segment.id && service.passenger_ids.includes(passenger.passenger_id),
        )?.seat;
        if (!chosen) return rest;
        return {
          ...rest,
          seat: { designator: chosen.designator, name: chosen.name, disclosures: chosen.disclosures },
        };
      }),
    })),
  }));
}

/** The order that a booking makes of an offer. */
export function renderOrder(
  id: string,
  offer: ListedOffer,
  input: OrderInput,
  services: readonly ChosenService[],
  now: string,
): OrderWire {
  const extra = services.reduce((sum, service) => sum + service.cents, 0);
  const held = input.type !== 'instant';
  const reference = bookingReference(id);
  const changeable = offer.conditions.change_before_departure?.allowed === true;
  const order: OrderWire = {
    id,
    offer_id: offer.id,
    type: held ? 'hold' : 'instant',
    live_mode: offer.live_mode,
    content: 'managed',
    booking_reference: reference,
    booking_references: [{ booking_reference: reference, carrier: offer.owner }],
    created_at: now,
    synced_at: now,
    cancelled_at: null,
    cancellation: null,
    owner: offer.owner,
    base_amount: toAmount((toCents(offer.base_amount) ?? 0) + extra, offer.total_currency),
    base_currency: offer.base_currency,
    tax_amount: offer.tax_amount ?? '0.00',
    tax_currency: offer.tax_currency ?? offer.total_currency,
    total_amount: toAmount((toCents(offer.total_amount) ?? 0) + extra, offer.total_currency),
    total_currency: offer.total_currency,
    conditions: offer.conditions,
    metadata: input.metadata ?? {},
    users: input.users ?? [],
    changes: [],
    airline_initiated_changes: [],
    void_window_ends_at: null,
    available_actions: changeable ? ['cancel', 'change', 'update'] : ['cancel', 'update'],
    payment_status: {
      awaiting_payment: held,
      payment_required_by: held ? offer.payment_requirements.payment_required_by : null,
      price_guarantee_expires_at: held ? offer.payment_requirements.price_guarantee_expires_at : null,
      paid_at: held ? null : now,
    },
    services: services.map(({ service }) => service),
    slices: orderSlices(offer, services),
    passengers: input.passengers.map((passenger) => ({
      id: passenger.id,
      type: offer.passengers.find((offered) => offered.id === passenger.id)?.type ?? 'adult',
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
  return held ? order : ticketed(order);
}

/** The seats an order holds, as the seat maps name them. */
export function seatKeys(order: OrderWire): string[] {
  return order.slices.flatMap((slice) =>
    slice.segments.flatMap((segment) =>
      segment.passengers.flatMap(({ seat }) => (seat ? [`${flightKey(segment)}|${seat.designator}`] : [])),
    ),
  );
}
