import {
  searchProgress,
  searchProgressEndEvent,
  searchProgressEvent,
  type SearchProgress,
} from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { useEffect, useState } from 'react';
import { toSearchRequest, type SearchQuery } from '../search-query/search-query.ts';

function read(text: string): SearchProgress | undefined {
  try {
    return JSON.parse(text) as SearchProgress;
  } catch {
    return undefined;
  }
}

/** What is known of a search while it is under way. Early results are extra: when they fail nobody hears of it. (RESULTS-24) */
export function useSearchProgress(query: SearchQuery, isUnderWay: boolean): SearchProgress | undefined {
  const [progress, setProgress] = useState<SearchProgress>();
  const address = isUnderWay ? buildUrl(searchProgress.path, {}, toSearchRequest(query)) : undefined;
  useEffect(() => {
    if (!address) return undefined;
    const source = new EventSource(address);
    const stop = () => source.close();
    source.addEventListener(searchProgressEvent, ({ data }) => setProgress(read(String(data))));
    source.addEventListener(searchProgressEndEvent, stop);
    source.addEventListener('error', stop);
    return () => {
      stop();
      setProgress(undefined);
    };
  }, [address]);
  return progress;
}
