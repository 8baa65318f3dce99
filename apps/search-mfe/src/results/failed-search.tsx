import { Button, ErrorState } from '@fareline/ui-theme';
import Wifi from 'lucide-react/icons/wifi';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

interface FailedSearchProps {
  message: string | undefined;
  isOnline: boolean;
}

/** A failed search with its reason and a retry; an offline one is retried when the browser is online again. (RESULTS-22) */
export function FailedSearch({ message, isOnline }: FailedSearchProps) {
  if (!isOnline) {
    return (
      <ErrorState
        level={1}
        icon={Wifi}
        title="You are offline"
        text="Your search goes on by itself as soon as the connection is back. You need not do anything."
      />
    );
  }
  return <SearchFailure message={message} />;
}

function SearchFailure({ message }: { message: string | undefined }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The element with the focus may have been removed with the loading state.
    if (document.activeElement !== document.body) return;
    const heading = root.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={root}>
      <ErrorState
        level={1}
        title="Error Loading Flights"
        text={message || 'An unknown error occurred'}
        action={
          <>
            <Button onClick={() => window.location.reload()}>Try Again</Button>
            <Button variant="secondary" asChild>
              <Link to="/">New Search</Link>
            </Button>
          </>
        }
      />
    </div>
  );
}
