import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { listParametersOf } from '../search-query/list-params.ts';
import { readSearchAddress, searchAddress } from '../search-query/search-query.ts';
import { cardsAfter, type SearchResults } from './merge-offers.ts';
import { searchKey, searchQueryKey } from './use-flight-search.ts';

/**
 * The search that the address names. What other screens and old links add (`from_...`, `showMore`, `previousCount`) is taken in
 * and then removed from the address. (RESULTS-01 to RESULTS-07)
 */
export function useSearchAddress() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const text = parameters.toString();
  const address = useMemo(() => readSearchAddress(new URLSearchParams(text)), [text]);
  const { query, previousCount, hasConsumables } = address;
  const key = searchKey(query);
  const [asked, setAsked] = useState<{ key: string; previousCount: number }>();

  if (previousCount !== undefined && (asked?.key !== key || asked.previousCount !== previousCount)) {
    setAsked({ key, previousCount });
  }

  useEffect(() => {
    if (!hasConsumables) return;
    const queryKey = searchQueryKey(query);
    if (previousCount !== undefined)
      client.setQueryData<SearchResults>(
        queryKey,
        (results) => results && { ...results, cards: cardsAfter(previousCount) },
      );
    const list = listParametersOf(new URLSearchParams(text));
    void navigate(searchAddress(query, list), { replace: true });
  }, [client, hasConsumables, navigate, previousCount, query, text]);

  return { query, previousCount: asked?.key === key ? asked.previousCount : undefined };
}
