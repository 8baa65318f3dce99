import { formatBag } from '../offers/bags.ts';
import { getCityName } from '../offers/layover.ts';
import type { BookingData } from './booking.schema.ts';

type Passenger = BookingData['passengers'][number];

/** Route of the first slice, such as "New York to London". (TRIPS-07) */
export const formatRoute = ({ slices: [slice] }: Pick<BookingData, 'slices'>): string =>
  `${getCityName(slice?.origin)} to ${getCityName(slice?.destination)}`;

export const formatPassengerName = ({ given_name, family_name }: Passenger): string =>
  `${given_name} ${family_name}`;

/** What each passenger has chosen for a flight, such as "seat 12C", "1 checked bag up to 23 kg"; those who have. (EXTRA-02) */
export const listFlightExtras = (
  { passengers, seats, bags }: Pick<BookingData, 'bags' | 'passengers' | 'seats'>,
  segmentId: string,
): { passenger: Passenger; extras: string[] }[] =>
  passengers
    .map((passenger) => ({
      passenger,
      extras: [
        ...seats
          .filter((seat) => seat.passenger_id === passenger.id && seat.segment_id === segmentId)
          .map(({ designator }) => `seat ${designator}`),
        ...bags
          .filter((bag) => bag.passenger_id === passenger.id && bag.segment_ids.includes(segmentId))
          .map((bag) => formatBag(bag, bag.quantity)),
      ],
    }))
    .filter(({ extras }) => extras.length > 0);
