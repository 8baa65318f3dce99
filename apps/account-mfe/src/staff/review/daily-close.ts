import type { DailyClose } from '@fareline/contracts';

/** Whether the providers have the same sums; those without a row of ours never are. */
export const isBalanced = ({ brand, captured, ordered, refunded, provider }: DailyClose): boolean =>
  brand !== null &&
  captured === provider.captured &&
  ordered === provider.ordered &&
  refunded === provider.refunded;

const csvColumns: readonly [string, (close: DailyClose) => string | number][] = [
  ['day', ({ day }) => day],
  ['mode', ({ mode }) => mode],
  ['brand', ({ brand }) => brand ?? 'unmatched'],
  ['currency', ({ currency }) => currency],
  ['bookings', ({ bookings }) => bookings],
  ['captured', ({ captured }) => captured],
  ['ordered', ({ ordered }) => ordered],
  ['refunded', ({ refunded }) => refunded],
  ['markup', ({ markup }) => markup],
  ['captured_by_card_provider', ({ provider }) => provider.captured],
  ['ordered_by_airline_provider', ({ provider }) => provider.ordered],
  ['refunded_by_card_provider', ({ provider }) => provider.refunded],
  ['disputed_by_card_provider', ({ provider }) => provider.disputed],
];

/** The lines with a header, by RFC 4180. No value needs quotes: amounts, codes and brand ids have neither commas nor quotes. */
export const toCsv = (closes: readonly DailyClose[]): string =>
  [csvColumns.map(([name]) => name), ...closes.map((close) => csvColumns.map(([, read]) => read(close)))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
