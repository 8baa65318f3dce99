import { describeRefusal, getNextTryAt, getRetryAfterSeconds } from '@fareline/contracts/client';
import { Button, Card, ErrorState, RetryCountdown, Skeleton, SlowNote } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useLocation, useNavigate } from 'react-router';
import { getOfferErrorMessage } from '../offer/offer-queries.ts';
import { backUrl } from '../offer/search-url.ts';

interface OfferErrorProps {
  failure: unknown;
  /** For a failure after which a later attempt can succeed. */
  onRetry?: () => void;
}

/** The error screen, with Try Again if a later attempt can succeed. (BOOK-09) */
export function OfferError({ failure, onRetry }: OfferErrorProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isRetryable = onRetry !== undefined && getRetryAfterSeconds(failure) !== undefined;
  return (
    <ErrorState
      level={1}
      title="Error loading flight details"
      text={getOfferErrorMessage(failure)}
      action={
        <>
          {isRetryable && <Button onClick={onRetry}>Try Again</Button>}
          <Button
            variant={isRetryable ? 'secondary' : 'primary'}
            onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(backUrl(search)))}
          >
            Back
          </Button>
        </>
      }
    />
  );
}

/** The loading state, with the time of the next attempt after a refused one. (PROVIDER-07) */
export function LoadingOffer({ failure }: { failure: Error | null }) {
  return (
    <>
      {getRetryAfterSeconds(failure) !== undefined && (
        <Alert className="mb-6" variant="warning" title={describeRefusal(failure)}>
          <RetryCountdown until={getNextTryAt(failure)} /> Your flight stays chosen.
        </Alert>
      )}
      <SlowNote className="mb-4" />
      <LoadingOfferSkeleton />
    </>
  );
}

function LoadingOfferSkeleton() {
  return (
    <div
      className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      role="status"
      aria-label="Loading your flight"
    >
      <Card className="grid gap-4 p-6">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-2/3" />
      </Card>
      <Card className="grid content-start gap-4 p-6">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
      </Card>
    </div>
  );
}
