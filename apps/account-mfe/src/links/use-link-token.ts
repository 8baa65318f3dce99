import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The token of a mailed link. It is removed from the URL at once, so that neither address bar nor history keep it. */
export function useLinkToken(): string {
  const [query, setQuery] = useSearchParams();
  const [token] = useState(() => query.get('token') ?? '');
  const isInUrl = query.has('token');
  useEffect(() => {
    if (!isInUrl) return;
    setQuery(
      (current) => {
        current.delete('token');
        return current;
      },
      { replace: true },
    );
  }, [isInUrl, setQuery]);
  return token;
}
