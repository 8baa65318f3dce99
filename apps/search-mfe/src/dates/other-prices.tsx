import { formatDateWithWeekday, formatPrice } from '@fareline/presentation/formats';
import { classNames, Sentence } from '@fareline/ui-theme';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatPriceFootnote } from '../search-form/price-notes.ts';
import { formatTripLength } from '../search-form/trip-length.ts';
import type { ListParams } from '../search-query/list-params.ts';
import { searchUrl, type SearchQuery } from '../search-query/search-query.ts';
import { useAlternativePrices } from './alternative-price-queries.ts';
import { listDayOptions, type Cheapest, type DayOption } from './day-options.ts';
import { NearbyOffer } from './nearby-offer.tsx';
import { PriceGraph } from './price-graph.tsx';
import { useLookAround, type SearchDay } from './use-look-around.ts';

/** The state of a history entry whose graph is open, as after a press of one of its days. */
const openState = { showsOtherDays: true };
const isOpenState = (state: unknown) => (Object(state) as Partial<typeof openState>).showsOtherDays === true;

/** "$280 on Sun, Dec 7" if another day was seen cheaper than the list. */
function formatLowestOtherDay(options: readonly DayOption[]): string | undefined {
  const [lowest] = options.filter(({ minor }) => minor !== undefined).toSorted((a, b) => a.minor! - b.minor!);
  if (!lowest?.amount || lowest.isSearched) return undefined;
  return `${formatPrice(lowest.amount, lowest.currency)} on ${formatDateWithWeekday(lowest.query.departureDate)}`;
}

/** With fewer prices the graph would show little more than gaps. */
const minKnownDays = 5;

const rowClass = 'flex min-h-6 items-center gap-2 text-start text-small font-medium text-primary-ink';

interface OtherPricesProps {
  query: SearchQuery;
  list: ListParams;
  /** The cheapest offer of the list. */
  cheapest: Cheapest;
  /** In epoch ms. */
  now: number;
  searchDay: SearchDay;
  /** Whether a day was searched in this tab and has no flights. */
  hasNoFlights: (day: SearchQuery) => boolean;
}

/**
 * Prices that other searches have seen: a row that opens a graph of the days around, and a nearby airport that was cheaper. While few days
 * are known, the row searches the nearest ones first.
 */
export default function OtherPrices({
  query,
  list: { price: _price, ...list },
  cheapest,
  now,
  searchDay,
  hasNoFlights,
}: OtherPricesProps) {
  const [isOpen, setOpen] = useState(isOpenState(useLocation().state));
  const navigate = useNavigate();
  const panelId = useId();
  const { days = [], nearby = [] } = useAlternativePrices(query) ?? {};
  const otherDays = days.filter(({ date }) => date !== query.departureDate);
  const options = listDayOptions(query, days, cheapest, now, hasNoFlights);
  const lookAround = useLookAround(query, options, { searchDay, onSeen: () => setOpen(true) });
  const lowest = formatLowestOtherDay(options);
  const isKnown = options.filter(({ minor }) => minor !== undefined).length >= minKnownDays;
  const choose = (option: DayOption) =>
    option.isSearched ? undefined : navigate(searchUrl(option.query, list), { state: openState });
  return (
    <section className={isOpen ? 'basis-full' : undefined} aria-label="Other days and airports">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        {isKnown || isOpen ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            className={rowClass}
            onClick={() => setOpen(!isOpen)}
          >
            <ChartColumn className="shrink-0" size={16} />
            <span>
              {/* Not longer than what it replaces, so that it stays on its line. */}
              <span className={lowest && 'max-xl:sr-only'}>Prices on other days{lowest && ': '}</span>
              <Sentence>{lowest}</Sentence>
            </span>
            <ChevronDown className={classNames('shrink-0', isOpen && 'rotate-180')} size={16} />
          </button>
        ) : (
          <button
            type="button"
            aria-disabled={lookAround.isPending || undefined}
            className={rowClass}
            onClick={lookAround.start}
          >
            <ChartColumn className="shrink-0" size={16} />
            {lookAround.text ?? <span>See prices on other days</span>}
          </button>
        )}
        <NearbyOffer query={query} list={list} nearby={nearby} cheapest={cheapest} now={now} />
      </div>
      {isOpen && (
        <div id={panelId} className="mt-1 grid gap-1 rounded-card border border-line bg-card p-3">
          <PriceGraph options={options} onChoose={(option) => void choose(option)} />
          <p className="caption-text">
            {query.returnDate &&
              `Trips of the same length (${formatTripLength(query.departureDate, query.returnDate)}). `}
            {formatPriceFootnote(otherDays, now) ?? 'No other day was searched in the last 48 hours.'}
          </p>
        </div>
      )}
    </section>
  );
}
