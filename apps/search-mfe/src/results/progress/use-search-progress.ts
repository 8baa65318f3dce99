import {
  searchProgress,
  searchProgressEndEvent,
  searchProgressEvent,
  type SearchProgress,
} from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { useEffect, useState } from 'react';
import { toSearchRequest, type SearchQuery } from '../../search-query/search-query.ts';

function parseProgress(text: string): SearchProgress | undefined {
  try {
    return JSON.parse(text) as SearchProgress;
  } catch {
    return undefined;
  }
}

/** The progress of a running search as server-sent events; a failure is ignored because the search works without it. (RESULTS-24) */
export function useSearchProgress(query: SearchQuery, isSearching: boolean): SearchProgress | undefined {
  const [progress, setProgress] = useState<SearchProgress>();
  const url = isSearching ? buildUrl(searchProgress.path, {}, toSearchRequest(query)) : undefined;
  useEffect(() => {
    if (!url) return undefined;
    const source = new EventSource(url);
    const stop = () => source.close();
    source.addEventListener(searchProgressEvent, ({ data }) => setProgress(parseProgress(String(data))));
    source.addEventListener(searchProgressEndEvent, stop);
    source.addEventListener('error', stop);
    return () => {
      stop();
      setProgress(undefined);
    };
  }, [url]);
  return progress;
}
