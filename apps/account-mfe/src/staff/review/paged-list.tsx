import { EmptyState, LoadingText } from '@fareline/ui-theme';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { Pages } from './pages.tsx';

interface PagedListProps<Page extends { next: string | null }, Item> {
  request: UseQueryResult<Page>;
  failedTitle: string;
  loading: string;
  empty: { title: string; text: string };
  getItems: (page: Page) => readonly Item[];
  /** Of all pages; the list is empty without any. */
  getTotal: (page: Page) => number;
  /** Says how many there are. */
  describeTotal?: (total: number) => string;
  cursor: string | undefined;
  onPageChange: (cursor: string | undefined) => void;
  children: (items: readonly Item[]) => ReactNode;
}

/** A page of a list, with what is said while it loads, after a failure, and of an empty one. */
export function PagedList<Page extends { next: string | null }, Item>({
  request: { data, error, isFetching, refetch },
  ...list
}: PagedListProps<Page, Item>) {
  if (error)
    return (
      <LoadFailure
        failure={error}
        title={list.failedTitle}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <LoadingText>{list.loading}</LoadingText>;
  const total = list.getTotal(data);
  if (total === 0) return <EmptyState {...list.empty} />;
  return (
    <div className="grid gap-3">
      {list.describeTotal && (
        <p role="status" className="pt-2 caption-text">
          {list.describeTotal(total)}
        </p>
      )}
      {list.children(list.getItems(data))}
      <Pages cursor={list.cursor} next={data.next} isFetching={isFetching} onChange={list.onPageChange} />
    </div>
  );
}
