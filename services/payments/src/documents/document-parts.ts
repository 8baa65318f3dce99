import type { BookingData, BookingRefund, BookingStatus, BookingTickets, Brand } from '@fareline/contracts';
import { contrast, parseHex } from '@fareline/contracts/brand';
import { themeVariables } from '@fareline/presentation/theme';
import type { PaidBooking } from '../amendments/booking-payment.ts';
import { contentWidth, type Block, type Cell, type Row } from './pdf-writer.ts';

/** All that stands in the document; the same facts make the same document. */
export interface DocumentFacts extends PaidBooking {
  /** The booking's id, which is the number of its receipt. */
  id: string;
  reference: string;
  status: BookingStatus;
  /** yyyy-MM-dd */
  booked_on: string;
  bookingData: BookingData;
  tickets: BookingTickets;
  /** The day on which the card was charged, yyyy-MM-dd; null where it was not. */
  paid_on: string | null;
  refund: BookingRefund | null;
  brand: Pick<Brand, 'name' | 'theme' | 'contact'> & Pick<Brand['content'], 'company' | 'partner'>;
  /** Where the trip is online. */
  trip_url: string;
}

/** The colours of a brand on white paper, each readable there. */
export function getColours({ theme }: DocumentFacts['brand']) {
  const white = '#ffffff';
  const isDark = contrast(parseHex(theme.text), parseHex(white)) < 4.5;
  const variables = themeVariables({
    ...theme,
    background: white,
    ...(isDark && { text: theme.background }),
  });
  const read = (name: string): string => variables[`--color-${name}`] ?? '#000000';
  return {
    text: read('text'),
    muted: read('text-muted'),
    line: read('line'),
    primary: read('primary-ink'),
    soft: read('primary-soft'),
    warning: read('destructive-ink'),
    header: theme.header === 'dark' ? read('header') : undefined,
    onHeader: theme.header === 'dark' ? read('on-header') : read('primary-ink'),
    radius: { rounded: 8, square: 0, round: 16 }[theme.corners],
  };
}
export type Colours = ReturnType<typeof getColours>;

export const column = { second: 296, width: contentWidth - 296 };

/** Rows of one cell each, over the whole width or the given one. */
export const toRows = (texts: readonly string[], cell: Partial<Cell> = {}): Row[] =>
  texts.map((text) => ({ cells: [{ text, width: contentWidth, ...cell }] }));

export const toHeading = (text: string): Block => ({
  above: 20,
  stacks: [{ rows: toRows([text], { style: 'heading', tag: 'H2' }) }],
});
