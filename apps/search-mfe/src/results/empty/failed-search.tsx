import { Button, ErrorState } from '@fareline/ui-theme';
import { useFocusAfterRetry } from '@fareline/ui-theme/widgets';
import Wifi from 'lucide-react/icons/wifi';
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
  const { root } = useFocusAfterRetry('failed');
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
