import type { Offer, SeatElement, SeatMap, SeatSelection } from '@fareline/contracts';

export interface SeatedPassenger {
  id: string;
  /** Names the passenger on the chips and on the seat: A, B, C ... */
  letter: string;
  name: string;
}

/** A seat as one click means it: which flight, which cabin, which seat. */
export interface Seat {
  segmentId: string;
  cabinClass: string;
  element: SeatElement;
}

/** Everybody but lap infants. (SEAT-09) */
export const needsSeat = (passenger: Offer['passengers'][number]): boolean =>
  passenger.type !== 'infant_without_seat';

/** The price of a seat for one passenger; undefined when this passenger cannot have it. (SEAT-06) */
export function findSeatExtra(element: SeatElement, passengerId: string, currency: string) {
  if (element.type !== 'seat' || element.available === false) return undefined;
  return element.available_services.find(
    (service) => service.passenger_id === passengerId && service.total_currency === currency,
  );
}

const isAt = (selection: SeatSelection, seat: Seat) =>
  selection.segmentId === seat.segmentId && selection.designator === seat.element.designator;

export const findSelection = (selections: readonly SeatSelection[], segmentId: string, passengerId: string) =>
  selections.find((selection) => selection.segmentId === segmentId && selection.passengerId === passengerId);

export const getOccupantId = (selections: readonly SeatSelection[], seat: Seat) =>
  selections.find((selection) => isAt(selection, seat))?.passengerId;

/**
 * The selections after a click: the seat goes to the passenger in place of the one held so far; a click on one's own seat gives
 * it back. Unchanged when this passenger cannot have it. (SEAT-07, SEAT-13)
 */
export function selectSeat(
  selections: readonly SeatSelection[],
  seat: Seat,
  passengerId: string,
  currency: string,
): readonly SeatSelection[] {
  const service = findSeatExtra(seat.element, passengerId, currency);
  if (!service || !seat.element.designator) return selections;
  const isOwn = getOccupantId(selections, seat) === passengerId;
  const others = selections.filter(
    (selection) =>
      !isAt(selection, seat) &&
      !(selection.segmentId === seat.segmentId && selection.passengerId === passengerId),
  );
  if (isOwn) return others;
  return [
    ...others,
    {
      passengerId,
      seatId: service.id,
      cabinClass: seat.cabinClass,
      designator: seat.element.designator,
      segmentId: seat.segmentId,
      price: { amount: service.total_amount, currency: service.total_currency },
    },
  ];
}

/** Who is seated next on this flight: the first after the active one without a seat, else the active one. (SEAT-07) */
export function nextPassenger(
  passengers: readonly SeatedPassenger[],
  selections: readonly SeatSelection[],
  segmentId: string,
  activeId: string,
): string {
  const at = passengers.findIndex((passenger) => passenger.id === activeId);
  const inTurn = [...passengers.slice(at + 1), ...passengers.slice(0, at + 1)];
  return inTurn.find((passenger) => !findSelection(selections, segmentId, passenger.id))?.id ?? activeId;
}

/** The flights with a map on which somebody still has no seat. (SEAT-11, SEAT-14) */
export const findSegmentsWithoutSeats = (
  maps: readonly SeatMap[],
  passengers: readonly SeatedPassenger[],
  selections: readonly SeatSelection[],
): string[] =>
  maps
    .map((map) => map.segment_id)
    .filter((segmentId) =>
      passengers.some((passenger) => !findSelection(selections, segmentId, passenger.id)),
    );
