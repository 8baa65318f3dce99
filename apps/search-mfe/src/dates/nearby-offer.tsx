import { parseMinor, type NearbyPrice } from '@fareline/contracts';
import { PriceText } from '@fareline/ui-theme';
import { Link } from 'react-router';
import { formatAge } from '../search-form/price-notes.ts';
import type { ListParams } from '../search-query/list-params.ts';
import { searchUrl, type SearchQuery } from '../search-query/search-query.ts';
import type { Cheapest } from './day-options.ts';

/** The cheapest nearby price that is lower than the list's, if any; prices in another currency cannot be compared. */
function findLowerPrice(nearby: readonly NearbyPrice[], cheapest: Cheapest): NearbyPrice | undefined {
  const currency = cheapest.total_currency;
  const minor = ({ total_amount }: Cheapest) => parseMinor(total_amount, currency) ?? Infinity;
  return nearby
    .filter((price) => price.total_currency === currency && minor(price) < minor(cheapest))
    .toSorted((a, b) => minor(a) - minor(b))[0];
}

interface NearbyOfferProps {
  query: SearchQuery;
  list: ListParams;
  nearby: readonly NearbyPrice[];
  cheapest: Cheapest;
  now: number;
}

/** "From Newark Liberty (EWR) $298, seen 2 hours ago": a link to the search from or to another airport that was seen cheaper. */
export function NearbyOffer({ query, list, nearby, cheapest, now }: NearbyOfferProps) {
  const price = findLowerPrice(nearby, cheapest);
  if (!price) return null;
  const { origin, destination } = price;
  const [word, airport] = origin.iata_code === query.origin ? ['To', destination] : ['From', origin];
  const search = { ...query, origin: origin.iata_code, destination: destination.iata_code };
  return (
    <Link to={searchUrl(search, list)} className="link-text py-1 text-small">
      {word} {airport.name} <span translate="no">({airport.iata_code})</span>{' '}
      <PriceText amount={price.total_amount} currency={price.total_currency} />, seen{' '}
      {formatAge(price.seen_at, now)}
    </Link>
  );
}
