import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { parseListParams } from '../search-query/list-params.ts';
import { parseSearchUrl, searchUrl } from '../search-query/search-query.ts';
import { cardsAfterLoadMore } from './list/merge-offers.ts';
import { searchKey, searchQueryOptions } from './progress/search-queries.ts';

/**
 * The search of the URL. The parameters that other screens and links add (`from_...`, `showMore`, `previousCount`) are
 * applied once and then removed from the URL. (RESULTS-01 to RESULTS-07)
 */
export function useSearchUrl() {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const text = searchParams.toString();
  const parsedUrl = useMemo(() => parseSearchUrl(new URLSearchParams(text)), [text]);
  const { query, previousCount, hasOneTimeParams } = parsedUrl;
  const key = searchKey(query);
  const [loadMore, setLoadMore] = useState<{ key: string; previousCount: number }>();

  if (previousCount !== undefined && (loadMore?.key !== key || loadMore.previousCount !== previousCount)) {
    setLoadMore({ key, previousCount });
  }

  useEffect(() => {
    if (!hasOneTimeParams) return;
    if (previousCount !== undefined)
      client.setQueryData(
        searchQueryOptions(query).queryKey,
        (results) => results && { ...results, maxCards: cardsAfterLoadMore(previousCount) },
      );
    const list = parseListParams(new URLSearchParams(text));
    void navigate(searchUrl(query, list), { replace: true });
  }, [client, hasOneTimeParams, navigate, previousCount, query, text]);

  return { query, previousCount: loadMore?.key === key ? loadMore.previousCount : undefined };
}
