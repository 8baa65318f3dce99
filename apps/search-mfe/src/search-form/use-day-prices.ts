import { getPriceCalendar, type DayPrice } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchFormValues } from './form-values.ts';

const minute = 60_000;
const isCode = (code: string) => /^[A-Za-z]{3}$/.test(code);

/** Lowest prices of recent searches by departure day, fetched after `load()`; empty if the request fails. */
export function useDayPrices(values: SearchFormValues): { days: readonly DayPrice[]; load: () => void } {
  const [isRequested, setRequested] = useState(false);
  const { origin, destination, cabinClass, adultsCount, childrenCount, infantsCount } = values;
  const tripType = values.tripType === 'one-way' ? ('one-way' as const) : ('round-trip' as const);
  const query = { origin, destination, tripType, cabinClass, adultsCount, childrenCount, infantsCount };
  const { data } = useQuery({
    queryKey: [getPriceCalendar.path, query],
    queryFn: ({ signal }) => call(getPriceCalendar, { query, signal }),
    enabled: isRequested && isCode(origin) && isCode(destination),
    staleTime: minute,
    retry: false,
  });
  return { days: data?.days ?? [], load: () => setRequested(true) };
}
