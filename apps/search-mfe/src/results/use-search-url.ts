import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { parseListParams } from '../search-query/list-params.ts';
import { parseSearchUrl, searchUrl } from '../search-query/search-query.ts';
import { cardsAfterLoadMore, type SearchResults } from './merge-offers.ts';
import { searchKey, searchQueryKey } from './use-flight-search.ts';

/**
 * The search that the address names. What other screens and old links add (`from_...`, `showMore`, `previousCount`) is taken in
 * and then removed from the address. (RESULTS-01 to RESULTS-07)
 */
export function useSearchUrl() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const text = parameters.toString();
  const address = useMemo(() => parseSearchUrl(new URLSearchParams(text)), [text]);
  const { query, previousCount, hasOneTimeParams } = address;
  const key = searchKey(query);
  const [asked, setAsked] = useState<{ key: string; previousCount: number }>();

  if (previousCount !== undefined && (asked?.key !== key || asked.previousCount !== previousCount)) {
    setAsked({ key, previousCount });
  }

  useEffect(() => {
    if (!hasOneTimeParams) return;
    const queryKey = searchQueryKey(query);
    if (previousCount !== undefined)
      client.setQueryData<SearchResults>(
        queryKey,
        (results) => results && { ...results, cards: cardsAfterLoadMore(previousCount) },
      );
    const list = parseListParams(new URLSearchParams(text));
    void navigate(searchUrl(query, list), { replace: true });
  }, [client, hasOneTimeParams, navigate, previousCount, query, text]);

  return { query, previousCount: asked?.key === key ? asked.previousCount : undefined };
}
