import {
  describeBookingRefund,
  findEarlierSlice,
  formatFare,
  formatLayover,
  formatPassengerName,
  getCityName,
  listFareRules,
  listFlightExtras,
  type BookingData,
  type BookingRefund,
  type Place,
  type Segment,
  type Slice,
  type Ticket,
} from '@fareline/contracts';
import {
  amounts,
  button,
  caption,
  code,
  entry,
  list,
  paragraph,
  section,
  strong,
  subheading,
  timed,
  timedDetails,
  type Block,
} from '@fareline/mails';
import {
  dayOffset,
  describeChange,
  describePayment,
  formatBoughtBag,
  formatDateWithWeekday,
  formatDuration,
  formatFlightLine,
  formatPrice,
  formatSegmentFacts,
  formatSliceTimes,
  formatTime,
  labelWithCode,
  getFirstAmount,
  listPriceParts,
  passengerLabels,
  refundFormats,
  stopsLabel,
} from '@fareline/presentation/formats';
import type { Booking } from '../bookings/booking.repository.ts';
import type { PaidBooking } from '../amendments/booking-payment.ts';

const endpoint = (time: string | null, departure: string | null, place: Place, terminal?: string): Block =>
  timed(
    `${formatTime(time)}${dayOffset(departure, time)}`,
    strong(`${getCityName(place)} (${place.iata_code ?? 'N/A'})`),
    [place.name, terminal && `Terminal ${terminal}`].filter(Boolean).join(', '),
  );

/** A flight with what was booked on it; times are those of the airports. (FORMAT-10) */
const flight = (data: BookingData, segment: Segment, departure: string | null): Block[] => {
  const { marketing_carrier: carrier, flight_number: number, origin, destination } = segment;
  const extras = listFlightExtras(data, segment.id);
  return [
    endpoint(segment.departing_at, departure, origin, segment.origin_terminal),
    timedDetails(
      `${carrier.name ?? 'Airline'} ${number ?? 'N/A'}, ${formatSegmentFacts(segment)}`,
      ...extras.map(({ passenger, extras }) => `${formatPassengerName(passenger)}: ${extras.join(', ')}`),
    ),
    endpoint(segment.arriving_at, departure, destination, segment.destination_terminal),
  ];
};

function sliceBlocks(data: BookingData, slice: Slice, label: string): Block[] {
  const { segments } = slice;
  const earlier = findEarlierSlice(slice, data);
  const stops = segments.slice(1).map(({ origin }) => origin.iata_code ?? 'N/A');
  const details = [
    formatDateWithWeekday(slice.departure_time),
    formatDuration(slice.duration),
    [stopsLabel(segments.length), ...(stops.length > 0 ? ['in', stops.join(', ')] : [])].join(' '),
  ];
  return [
    subheading(label, details.join(', ')),
    earlier && paragraph(strong('Changed by the airline'), `. Before: ${formatSliceTimes(earlier)}`),
    ...segments.flatMap((segment, index) => {
      const previous = segments[index - 1];
      return [
        previous && timedDetails(formatLayover(previous, segment)),
        ...flight(data, segment, slice.departure_time),
      ];
    }),
  ];
}

/** All flights of a booking, with seats and bags, as on its trip page. (TRIP-01, DOC-01) */
export const flightBlocks = (data: BookingData): Block[] => [
  ...data.slices.flatMap((slice, index) => sliceBlocks(data, slice, index === 0 ? 'Outbound' : 'Return')),
  caption('All times are local to the airport.'),
];

/** Flights as a line each, for those that are not flown. */
export const flightLines = (slices: readonly Slice[]): Block =>
  list(...slices.flatMap(({ segments }) => segments).map((segment) => code(formatFlightLine(segment))));

/** Each passenger with e-tickets and the bags that were bought. (TRIPS-17, EXTRA-02) */
const passengerBlocks = (
  { slices, passengers, bags, total_currency: currency }: BookingData,
  tickets: readonly Ticket[],
): Block[] =>
  passengers.map((passenger) => {
    const isOwn = ({ passenger_id }: { passenger_id: string }) => passenger_id === passenger.id;
    return entry(
      strong(formatPassengerName(passenger)),
      passengerLabels[passenger.type],
      ...tickets.filter(isOwn).map(({ number }) => `E-ticket ${number}`),
      ...bags.filter(isOwn).map((bag) => formatBoughtBag(bag, slices, currency)),
    );
  });

/** The fare with a sentence for each of its rules. (LIST-04, PROMISE-03) */
function fareBlocks(data: BookingData, { moment }: PaidBooking): Block[] {
  const fare = formatFare(data.slices);
  return [
    fare ? paragraph(strong(fare)) : null,
    list(...listFareRules(data, moment, formatPrice).map(({ text }) => text)),
  ];
}

/** Parts of the price, the total, how it was paid, and what was changed since. (TRIP-01) */
export function priceBlocks(data: BookingData, { payment, changes }: PaidBooking): Block[] {
  const { total_amount: total, total_currency: currency } = data;
  const paid = refundFormats.price(getFirstAmount(data, changes), currency);
  return [
    amounts(
      ...listPriceParts(data).map(({ label, amount }) => ({ label, amount: formatPrice(amount, currency) })),
      { label: labelWithCode('Total', currency), amount: formatPrice(total, currency), isTotal: true },
    ),
    paragraph(describePayment(payment, paid)),
    ...changes.map((change) => paragraph(describeChange(change))),
  ];
}

/** What became of money back, in the sentences of the trip page. (REFUND-04) */
export const refundBlocks = (refund: BookingRefund): Block[] =>
  describeBookingRefund(refund, refundFormats).map((text) => paragraph(text));

/** Flights, with a title, and passengers: what stays true of a booking that is cancelled. */
export const travelSections = ({ booking_data: data, tickets }: Booking, flights = 'Flights'): Block[] => [
  section(flights, ...flightBlocks(data)),
  section('Passengers', ...passengerBlocks(data, tickets)),
];

/** All that is known of a booked trip. */
export const tripSections = (booking: Booking, paid: PaidBooking): Block[] => [
  ...travelSections(booking),
  section('Fare', ...fareBlocks(booking.booking_data, paid)),
  section('Price', ...priceBlocks(booking.booking_data, paid)),
];

export const tripButton = ({ site_origin, id }: Pick<Booking, 'id' | 'site_origin'>): Block =>
  button('See your trip', `${site_origin}/my-trips/${id}`);
