import { getOpenChange, type BookingData, type Slice } from '@fareline/contracts';
import type { BookedOrder, ProviderChange } from '../duffel/flight-provider.ts';
import { toInstant } from '../bookings/local-time.ts';
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

/** The flights, seats and bags of the order; undefined when its flights are those of the booking. */
function changeFlights(
  data: BookingData,
  { slices, seats, bags }: BookedOrder['data'],
): Partial<BookingData> | undefined {
  if (isSame(slices, data.slices)) return undefined;
  if (toRoute(slices) === toRoute(data.slices))
    return { slices: data.slices.map((slice, index) => updateSlice(slice, slices[index])) };
  const findSegments = ({ passenger_id, type }: BookingData['bags'][number]) =>
    bags.find((bag) => bag.passenger_id === passenger_id && bag.type === type)?.segment_ids ?? [];
  return { slices, seats, bags: data.bags.map((bag) => ({ ...bag, segment_ids: findSegments(bag) })) };
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
