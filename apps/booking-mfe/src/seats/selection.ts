import type { Offer, SeatMap, SeatSelection } from '@fareline/contracts';
import type { NumberedSeat } from './cabin-layout.ts';

export interface SeatedPassenger {
  id: string;
  /** A, B, C ...: identifies the passenger on the chips and on the seat. */
  letter: string;
  name: string;
  /** Gets no seat at an exit. (RULE-01) */
  isBarredFromExits?: boolean;
}

/** A seat of the map with its segment and cabin. */
export interface Seat {
  segmentId: string;
  cabinClass: string;
  element: NumberedSeat;
}

/** True for every passenger except lap infants. (SEAT-09) */
export const needsSeat = (passenger: Offer['passengers'][number]): boolean =>
  passenger.type !== 'infant_without_seat';

/** The paid seat that the airline offers one passenger; undefined when the seat is not available to them. (SEAT-06) */
export function findSeatExtra(element: NumberedSeat, passengerId: string, currency: string) {
  if (element.available === false) return undefined;
  return element.available_services.find(
    (service) => service.passenger_id === passengerId && service.total_currency === currency,
  );
}

const isForSeat = (selection: SeatSelection, seat: Seat) =>
  selection.segmentId === seat.segmentId && selection.designator === seat.element.designator;

export const findSelection = (selections: readonly SeatSelection[], segmentId: string, passengerId: string) =>
  selections.find((selection) => selection.segmentId === segmentId && selection.passengerId === passengerId);

export const getOccupantId = (selections: readonly SeatSelection[], seat: Seat) =>
  selections.find((selection) => isForSeat(selection, seat))?.passengerId;

/**
 * The selections after a click on a seat: it replaces the passenger's seat on this segment, or is deselected when it is the
 * passenger's own. Returns the same array when the seat is not available to the passenger. (SEAT-07, SEAT-13)
 */
export function selectSeat(
  selections: readonly SeatSelection[],
  seat: Seat,
  passengerId: string,
  currency: string,
): readonly SeatSelection[] {
  const extra = findSeatExtra(seat.element, passengerId, currency);
  if (!extra) return selections;
  const isDeselected = getOccupantId(selections, seat) === passengerId;
  const others = selections.filter(
    (selection) =>
      !isForSeat(selection, seat) &&
      !(selection.segmentId === seat.segmentId && selection.passengerId === passengerId),
  );
  if (isDeselected) return others;
  return [
    ...others,
    {
      passengerId,
      seatId: extra.id,
      cabinClass: seat.cabinClass,
      designator: seat.element.designator,
      segmentId: seat.segmentId,
      price: { amount: extra.total_amount, currency: extra.total_currency },
    },
  ];
}

/** Id of the next passenger without a seat on this segment, searched after the active one; else the active one. (SEAT-07) */
export function nextPassenger(
  passengers: readonly SeatedPassenger[],
  selections: readonly SeatSelection[],
  segmentId: string,
  activeId: string,
): string {
  const activeIndex = passengers.findIndex((passenger) => passenger.id === activeId);
  const candidates = [...passengers.slice(activeIndex + 1), ...passengers];
  return candidates.find((passenger) => !findSelection(selections, segmentId, passenger.id))?.id ?? activeId;
}

/** How many passengers have no seat on a segment. */
export const countMissingSeats = (
  segmentId: string,
  passengers: readonly SeatedPassenger[],
  selections: readonly SeatSelection[],
): number => passengers.filter((passenger) => !findSelection(selections, segmentId, passenger.id)).length;

/** Ids of the segments with a seat map on which a passenger has no seat. (SEAT-11, SEAT-14) */
export const findSegmentsWithoutSeats = (
  maps: readonly SeatMap[],
  passengers: readonly SeatedPassenger[],
  selections: readonly SeatSelection[],
): string[] =>
  maps
    .map((map) => map.segment_id)
    .filter((segmentId) => countMissingSeats(segmentId, passengers, selections) > 0);
