import { listPopularRoutes, type PopularRoute } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { formatDateWithWeekday, formatPrice } from '@fareline/presentation/formats';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { searchUrl } from '../search-query/search-query.ts';
import { HomeSection } from './home-section.tsx';

const toSearchUrl = ({ origin, destination, departure_date, return_date }: PopularRoute): string =>
  searchUrl({
    origin: origin.iata_code,
    destination: destination.iata_code,
    departureDate: departure_date,
    ...(return_date ? { returnDate: return_date, tripType: 'round-trip' } : { tripType: 'one-way' }),
    ...{ cabinClass: 'economy', adultsCount: 1, childrenCount: 0, infantsCount: 0 },
  });

/** Routes that many have searched this week, with their lowest price; nothing while there are none. */
export function PopularRoutes() {
  const { data } = useQuery({
    queryKey: [listPopularRoutes.path],
    queryFn: ({ signal }) => call(listPopularRoutes, { signal }),
  });
  if (!data || data.routes.length === 0) return null;
  return (
    <HomeSection heading="popular-routes" className="grid gap-x-8 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id="popular-routes" className="text-title">
          Seen this week
        </h2>
        <p className="mt-2 text-text-muted">Prices that other searches found for one adult in economy.</p>
      </div>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {data.routes.map((route) => (
          <li key={toSearchUrl(route)} className="border-t border-line last:odd:col-span-full">
            <Link
              className="flex h-full items-center justify-between gap-4 py-4 hover:text-primary-ink"
              to={toSearchUrl(route)}
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">
                  {route.origin.city_name} to {route.destination.city_name}
                </span>{' '}
                <span className="block text-small text-text-muted">
                  {formatDateWithWeekday(route.departure_date)}
                  {route.return_date && ` to ${formatDateWithWeekday(route.return_date)}`}
                </span>
              </span>{' '}
              <span className="shrink-0 text-large font-semibold figures" translate="no">
                from {formatPrice(route.total_amount, route.total_currency)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
