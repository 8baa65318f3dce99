import { formatMinor } from '@fareline/contracts';
import { formatPrice, lacksCode } from '@fareline/presentation/formats';
import { Sentence } from '@fareline/ui-theme';
import { getFilterValues, getKnownPrice } from '../../filters/filter-values.ts';
import type { Itinerary } from '../../offers/itineraries.ts';

/** The line with the lowest and highest price of all fares, and what follows its currency. (RESULTS-13) */
function formatPriceRange(
  itineraries: readonly Itinerary[],
  isWhole: boolean,
  withBag: boolean,
): [range: string, note?: string] {
  const fares = itineraries.flatMap((itinerary) => itinerary.fares);
  const [first] = fares;
  if (!first) return [''];
  const currency = first.total_currency || 'USD';
  // A part of the list starts with the cheapest offers, so only the lowest price is known.
  if (!isWhole) return [`Prices from ${formatPrice(first.total_amount, currency)}`];
  const known = fares
    .map((fare) => getKnownPrice(getFilterValues(fare), withBag))
    .filter((minor) => minor !== undefined);
  if (known.length === 0) return ['No airline here tells what a checked bag costs'];
  const format = (minor: number) => formatPrice(formatMinor(minor, currency), currency);
  const [lowest, highest] = known.reduce(
    ([low, high], minor) => [Math.min(low, minor), Math.max(high, minor)],
    [Infinity, 0],
  );
  const range = `from ${format(lowest)} to ${format(highest)}`;
  if (!withBag) return [`Prices ${range}`];
  const note = 'flights whose bag price is not known come last';
  const text = `Prices with a checked bag ${range}`;
  return known.length < fares.length ? [text, note] : [text];
}

interface PriceRangeProps {
  /** All loaded itineraries, in order of the cheapest fare. */
  itineraries: readonly Itinerary[];
  /** Whether `itineraries` is the whole result. */
  isWhole: boolean;
  withBag: boolean;
  /** Progress of the comparison, shown instead so that the layout does not shift. */
  progressText: string | undefined;
}

/** The lowest and the highest price of the search. (RESULTS-13) */
export function PriceRange({ itineraries, isWhole, withBag, progressText }: PriceRangeProps) {
  const [range, note] = formatPriceRange(itineraries, isWhole, withBag);
  const currency = itineraries[0] && (itineraries[0].fares[0]?.total_currency || 'USD');
  const notes = [currency && lacksCode(currency) && `in ${currency}`, note].filter(Boolean);
  return (
    <div className="flex flex-wrap gap-x-1 text-small text-text-muted figures">
      <p>
        <Sentence>{progressText ?? range}</Sentence>
      </p>
      {!progressText && notes.length > 0 && <p>{notes.join('; ')}</p>}
    </div>
  );
}
