import { getOpenChange, listSegmentIds, toInstant, type BookingData, type Slice } from '@fareline/contracts';
import type { BookedOrder, ProviderChange } from '../duffel/flight-provider.ts';
import { isSame, toRoute } from '../bookings/same-flights.ts';

/** The same places keep their ids, to which seats and bags refer. */
const updateSlice = (slice: Slice, changed: Slice | undefined): Slice => ({
  ...slice,
  departure_time: changed?.departure_time ?? null,
  arrival_time: changed?.arrival_time ?? null,
  duration: changed?.duration ?? null,
  segments: slice.segments.map((segment, index) => ({
    ...segment,
    ...changed?.segments[index],
    id: segment.id,
    services: segment.services,
  })),
});

/**
 * The flights of the order, with its seats and bags on other routes; undefined when its flights are those of the booking. What the order
 * does not have on other flights stays without them, so that it is said and paid for (RULE-02).
 */
function changeFlights(
  data: BookingData,
  order: Pick<BookedOrder['data'], 'bags' | 'seats' | 'slices'>,
): Partial<BookingData> | undefined {
  if (isSame(order.slices, data.slices)) return undefined;
  const findKnown = (slice: Slice) => data.slices.find((known) => toRoute([known]) === toRoute([slice]));
  const known = order.slices.map(findKnown);
  const gone = data.slices.filter((slice) => !known.includes(slice));
  const added = order.slices.filter((_, index) => !known[index]);
  const isKept = (id: string) =>
    listSegmentIds(data.slices).includes(id) && !listSegmentIds(gone).includes(id);
  /** The flights in the place of flights that are gone; all where it is not known which. */
  const listSuccessors = (ids: readonly string[]): string[] => {
    const own = added.filter((_, index) => gone[index]?.segments.some(({ id }) => ids.includes(id)));
    return listSegmentIds(own.length === 0 || gone.length !== added.length ? added : own);
  };
  const isMoved = ({ passenger_id, segment_id }: BookingData['seats'][number]) =>
    order.seats.some(
      (seat) => seat.passenger_id === passenger_id && listSuccessors([segment_id]).includes(seat.segment_id),
    );
  const findSegments = ({ passenger_id, type, segment_ids: ids }: BookingData['bags'][number]) => {
    if (ids.length > 0 && ids.every(isKept)) return ids;
    const own = order.bags.filter((bag) => bag.passenger_id === passenger_id && bag.type === type);
    const successors = listSuccessors(ids).filter((id) =>
      own.some(({ segment_ids }) => segment_ids.includes(id)),
    );
    return [...ids.filter(isKept), ...successors];
  };
  return {
    slices: order.slices.map((slice, index) => (known[index] ? updateSlice(known[index], slice) : slice)),
    seats: [
      ...data.seats.filter((seat) => isKept(seat.segment_id) || !isMoved(seat)),
      ...order.seats.filter(({ segment_id }) => listSegmentIds(added).includes(segment_id)),
    ],
    bags: data.bags.map((bag) => ({ ...bag, segment_ids: findSegments(bag) })),
  };
}

const answerDays = 7;
const dayMs = 86_400_000;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

function getLocalDay(now: Date, timeZone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC' }).format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}

/**
 * The last day to answer, where the next flight departs: a week from now, but before the day of the flight. The provider names none, and
 * near the flight airlines have no seats left to offer. (TRIP-05)
 */
export function getAnswerDay(slices: readonly Slice[], now: Date): string {
  const next = slices
    .flatMap(({ segments }) => segments)
    .find(({ departing_at, origin }) => departing_at && toInstant(departing_at, origin.time_zone) > now);
  const today = getLocalDay(now, next?.origin.time_zone ?? null);
  const day = [addDays(today, answerDays), addDays((next?.departing_at ?? today).slice(0, 10), -1)].sort()[0];
  return day && day > today ? day : today;
}

const toAirlineChange = (
  { id, actions, isCancelled }: ProviderChange,
  slices: readonly Slice[],
  now: Date,
) => ({ ...{ id, actions, is_cancelled: isCancelled }, answer_by: getAnswerDay(slices, now) });

/**
 * The booking with the flights that its order has now, and those that the traveller agreed to; undefined when nothing is new. A change
 * before the answer to another one is shown against what was booked. (TRIP-05)
 */
export function applyAirlineChange(
  data: BookingData,
  { data: order, airlineChange: change }: Pick<BookedOrder, 'data' | 'airlineChange'>,
  now: Date,
): BookingData | undefined {
  const { earlier_slices: earlier, ...rest } = data;
  const flights = changeFlights(data, order);
  const known = data.airline_change?.id === change?.id ? data.airline_change : undefined;
  const answered_at = known?.answered_at ?? change?.answeredAt?.toISOString() ?? null;
  const isNew = change !== undefined && known?.answered_at !== answered_at;
  if (!flights && !isNew) return undefined;
  const slices = flights?.slices ?? data.slices;
  const beforeFlights = flights ? data.slices : earlier;
  const agreed = getOpenChange(data) ? (earlier ?? data.slices) : beforeFlights;
  return {
    ...rest,
    ...flights,
    ...(agreed && !isSame(agreed, slices) && { earlier_slices: agreed }),
    ...(change && {
      airline_change: { ...(known ?? toAirlineChange(change, slices, now)), answered_at },
    }),
  };
}
