import { getPriceCalendar, type DayPrice } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchFormValues } from './form-values.ts';

const minute = 60_000;
const isCode = (code: string) => /^[A-Za-z]{3}$/.test(code);

/** Prices that searches have seen, asked for when the calendar opens; without them it is a calendar like any other. */
export function useDayPrices(values: SearchFormValues): { days: readonly DayPrice[]; ask: () => void } {
  const [asked, setAsked] = useState(false);
  const { origin, destination, cabinClass, adultsCount, childrenCount, infantsCount } = values;
  const tripType = values.tripType === 'one-way' ? ('one-way' as const) : ('round-trip' as const);
  const query = { origin, destination, tripType, cabinClass, adultsCount, childrenCount, infantsCount };
  const { data } = useQuery({
    queryKey: [getPriceCalendar.path, query],
    queryFn: ({ signal }) => call(getPriceCalendar, { query, signal }),
    enabled: asked && isCode(origin) && isCode(destination),
    staleTime: minute,
    retry: false,
  });
  return { days: data?.days ?? [], ask: () => setAsked(true) };
}
