import { listTravellers, type User } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { LoadingText, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { LoadFailure } from '../failures/load-failure.tsx';
import { AccountPage } from '../layout/account-page.tsx';
import { getSignInUrl } from '../login/sign-in-url.ts';
import { TravellerList } from './traveller-list.tsx';

const loadFailedTitle = 'Your saved travellers could not be loaded';

/** `/saved-travellers`. */
export function Component() {
  return (
    <AccountPage title="Saved Travellers">
      <div className="grid grid-cols-1 gap-6">
        <header className="grid gap-1">
          <h1 className="page-heading">Saved Travellers</h1>
          <p className="caption-text">
            One press fills in a passenger when you book. We keep them encrypted, until you delete them.
          </p>
        </header>
        <SignedIn />
      </div>
    </AccountPage>
  );
}

function SignedIn() {
  const { data: user, error, refetch, isFetching } = useQuery(currentUserQueryOptions);
  const location = useLocation();
  if (error) {
    return (
      <LoadFailure
        failure={error}
        title={loadFailedTitle}
        isFetching={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  if (user === null) return <Navigate to={getSignInUrl(location)} replace />;
  return user ? <Travellers user={user} /> : <Loading />;
}

function Travellers({ user }: { user: User }) {
  const queryKey = [listTravellers.path, user.id];
  const {
    data: travellers,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listTravellers, { signal }),
    retry: false,
    refetchOnMount: 'always',
  });
  if (error) {
    return (
      <LoadFailure
        failure={error}
        title={loadFailedTitle}
        isFetching={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  return travellers ? <TravellerList travellers={travellers} queryKey={queryKey} /> : <Loading />;
}

function Loading() {
  return (
    <div className="grid gap-4">
      <LoadingText>Loading your saved travellers...</LoadingText>
      <Skeleton className="h-28 w-full" />
    </div>
  );
}
