import { getPriceCalendar, type DayPrice, type PriceCalendarQuery } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchFormValues } from './form-values.ts';

const minute = 60_000;
const isCode = (code: string) => /^[A-Za-z]{3}$/.test(code);

const dayPricesQueryOptions = (query: PriceCalendarQuery) =>
  queryOptions({
    queryKey: [getPriceCalendar.path, query],
    queryFn: ({ signal }) => call(getPriceCalendar, { query, signal }),
    staleTime: minute,
    retry: false,
  });

/** Lowest prices of recent searches by departure day, fetched after `load()`; empty if the request fails. */
export function useDayPrices(values: SearchFormValues): { days: readonly DayPrice[]; load: () => void } {
  const [isRequested, setRequested] = useState(false);
  const { origin, destination, cabinClass, adultsCount, childrenCount, infantsCount } = values;
  const tripType = values.tripType === 'one-way' ? ('one-way' as const) : ('round-trip' as const);
  const { data } = useQuery({
    ...dayPricesQueryOptions({
      origin,
      destination,
      tripType,
      cabinClass,
      adultsCount,
      childrenCount,
      infantsCount,
    }),
    enabled: isRequested && isCode(origin) && isCode(destination),
  });
  return { days: data?.days ?? [], load: () => setRequested(true) };
}
