import { Button, ErrorState } from '@fareline/ui-theme';
import { Link } from 'react-router';

/** Shown instead of results if the search of the URL is invalid. (RESULTS-08, RESULTS-22) */
export function InvalidSearch({ problem }: { problem: string }) {
  return (
    <div className="page-width py-6">
      <ErrorState
        level={1}
        title="Error Loading Flights"
        text={
          <>
            <span className="block">{problem}</span>
            <span className="block">Change the search and look again.</span>
          </>
        }
        action={
          <Button asChild>
            <Link to="/">Modify Search</Link>
          </Button>
        }
      />
    </div>
  );
}
