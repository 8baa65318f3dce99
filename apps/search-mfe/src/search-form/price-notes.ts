import { parseMinor, type DayPrice } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { type DayNote } from '@fareline/ui-theme';

const hour = 3_600_000;

/** "2 hours ago". */
export function formatAge(seenAt: string, now: number): string {
  const hours = Math.floor((now - Date.parse(seenAt)) / hour);
  if (hours < 1) return 'less than an hour ago';
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
}

/** A price that fits into a calendar day: "$312", or "$1.2K" if the full amount is too long. */
export function formatShortPrice(amount: string, currency: string): string {
  const text = formatPrice(amount, currency);
  if (text.length <= 6) return text;
  const compact = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en-US', compact).format(amount as Intl.StringNumericLiteral);
}

/** The price notes of the calendar by day, with the lowest price emphasised. */
export function toDayNotes(days: readonly DayPrice[], now: number): ReadonlyMap<string, DayNote> {
  const minor = ({ total_amount, total_currency }: DayPrice) =>
    parseMinor(total_amount, total_currency) ?? Infinity;
  const lowest = Math.min(...days.map(minor));
  return new Map(
    days.map((day) => {
      const isLowest = days.length > 1 && minor(day) === lowest;
      const price = `from ${formatPrice(day.total_amount, day.total_currency)}`;
      const label = `${price}, seen ${formatAge(day.seen_at, now)}${isLowest ? ', the lowest shown' : ''}`;
      return [
        day.date,
        { text: formatShortPrice(day.total_amount, day.total_currency), label, strong: isLowest },
      ];
    }),
  );
}

/** The footnote with the source of the prices and the age of the oldest; undefined without prices. */
export function formatPriceFootnote(days: readonly DayPrice[], now: number): string | undefined {
  const oldest = days.map(({ seen_at }) => seen_at).toSorted()[0];
  if (!oldest) return undefined;
  const lowest = days.length > 1 ? ' The lowest is underlined.' : '';
  return `Lowest prices for all travellers that searches of the last 48 hours have seen, the oldest ${formatAge(oldest, now)}.${lowest}`;
}
