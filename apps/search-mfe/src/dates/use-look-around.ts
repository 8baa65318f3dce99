import { useAnnounce } from '@fareline/ui-theme';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SearchQuery } from '../search-query/search-query.ts';
import { alternativePricesQueryOptions } from './alternative-price-queries.ts';
import type { DayOption } from './day-options.ts';

/** Each takes a provider call. */
const maxSearches = 6;

/** Searches a day once and rejects when that fails. */
export type SearchDay = (query: SearchQuery) => Promise<unknown>;

/** The days nearest to the searched one. */
function listNearestUnseen(query: SearchQuery, options: readonly DayOption[]): SearchQuery[] {
  const distance = (option: SearchQuery) =>
    Math.abs(Date.parse(option.departureDate) - Date.parse(query.departureDate));
  return options
    .filter(({ minor, isEmpty }) => minor === undefined && !isEmpty)
    .map((option) => option.query)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, maxSearches);
}

/** Searches the nearest days without a seen price, one after another; ends at the first refusal, as when the provider's budget is used up. */
export function useLookAround(
  query: SearchQuery,
  options: readonly DayOption[],
  { searchDay, onSeen }: { searchDay: SearchDay; onSeen: () => void },
) {
  const client = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      for (const [index, day] of listNearestUnseen(query, options).entries()) {
        try {
          await searchDay(day);
        } catch (error) {
          if (index === 0) throw error;
          break;
        }
      }
      await client.invalidateQueries({ queryKey: alternativePricesQueryOptions(query).queryKey });
    },
    onSuccess: onSeen,
  });
  const failed = 'Other days cannot be searched right now. Try again in a minute';
  /** What to say instead of what the button does. */
  const text = isPending ? 'Searching other days...' : isError ? failed : undefined;
  useAnnounce(text ?? '');
  return { text, isPending, start: () => void (isPending || mutate()) };
}
