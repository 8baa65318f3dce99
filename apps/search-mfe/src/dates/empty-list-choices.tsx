import { formatDateWithWeekday } from '@fareline/presentation/formats';
import { Card, PriceText } from '@fareline/ui-theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { homeLimits, toFormValues } from '../search-form/form-values.ts';
import { SearchForm } from '../search-form/search-form.tsx';
import { searchUrl, type SearchQuery } from '../search-query/search-query.ts';
import { useAlternativePrices } from './alternative-price-queries.ts';
import { listDayOptions } from './day-options.ts';

/** Days before and after the searched one. */
const maxDistance = 3;

interface ChoicesProps {
  title: string;
  choices: readonly { search: SearchQuery; label: ReactNode; price?: ReactNode }[];
}

function Choices({ title, choices }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <h2 className="text-large">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ search, label, price }) => (
          <li key={searchUrl(search)}>
            <Link to={searchUrl(search)} className="ui-button" data-variant="secondary" data-size="small">
              {label} {price}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What to try after a search without flights: the days around it, airports nearby and another search. (RESULTS-20) */
export default function EmptyListChoices({ query, now }: { query: SearchQuery; now: number }) {
  const { days = [], nearby = [], nearby_routes: routes = [] } = useAlternativePrices(query) ?? {};
  const options = listDayOptions(query, days, undefined, now);
  const searched = options.findIndex(({ isSearched }) => isSearched);
  const otherDays = options
    .filter(({ isSearched }, index) => !isSearched && Math.abs(index - searched) <= maxDistance)
    .map(({ query: search, amount, currency }) => ({
      search,
      label: formatDateWithWeekday(search.departureDate),
      price: amount && <PriceText amount={amount} currency={currency} />,
    }));
  const otherAirports = routes.map(({ origin, destination }) => {
    const isOther = origin.iata_code !== query.origin;
    const { name, iata_code: code } = isOther ? origin : destination;
    const seen = nearby.find(
      (price) =>
        price.origin.iata_code === origin.iata_code && price.destination.iata_code === destination.iata_code,
    );
    return {
      search: { ...query, origin: origin.iata_code, destination: destination.iata_code },
      label: (
        <>
          {isOther ? 'From' : 'To'} {name} <span translate="no">({code})</span>
        </>
      ),
      price: seen && <PriceText amount={seen.total_amount} currency={seen.total_currency} />,
    };
  });
  return (
    <div className="mt-6 grid grid-cols-1 gap-6">
      <Choices title="Other days" choices={otherDays} />
      <Choices title="Airports nearby" choices={otherAirports} />
      <Card className="p-4 md:p-6">
        <SearchForm
          initial={() => toFormValues(query)}
          limits={homeLimits}
          phoneLabel="multi_city_call_button"
        />
      </Card>
    </div>
  );
}
