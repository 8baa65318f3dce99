import type { Brand } from '@fareline/contracts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Booking } from '../bookings/booking.repository.ts';

/** A file of a booking, as it is downloaded and as a mail carries it. (DOC-03) */
export interface TravelFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

const toFilenamePart = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Such as "Fareline-ABC123.pdf": letters that every system takes. */
export const getFilename = (
  booking: Booking,
  { name }: Pick<Brand, 'name'>,
  extension: 'ics' | 'pdf',
): string =>
  `${[name, formatBookingReference(booking)].map(toFilenamePart).filter(Boolean).join('-')}.${extension}`;
