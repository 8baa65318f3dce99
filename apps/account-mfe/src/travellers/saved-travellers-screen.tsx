import { listTravellers } from '@fareline/contracts';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { savedEncrypted } from '@fareline/contracts/promises';
import { LoadingText, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { LoadFailure } from '../failures/load-failure.tsx';
import { AccountPage } from '../layout/account-page.tsx';
import { getSignInUrl } from '../login/sign-in-url.ts';
import { TravellerList } from './traveller-list.tsx';

/** `/saved-travellers`. */
export function Component() {
  return (
    <AccountPage title="Saved Travellers">
      <div className="grid grid-cols-1 gap-6">
        <header className="grid gap-1">
          <h1 className="page-heading">Saved Travellers</h1>
          <p className="caption-text">One press fills in a passenger when you book. {savedEncrypted}</p>
        </header>
        <Travellers />
      </div>
    </AccountPage>
  );
}

function Travellers() {
  const user = useQuery(currentUserQueryOptions);
  const queryKey = [listTravellers.path, user.data?.id];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listTravellers, { signal }),
    enabled: Boolean(user.data),
    retry: false,
    refetchOnMount: 'always',
  });
  const location = useLocation();
  const failed = [user, list].find(({ error }) => error);
  if (failed) {
    return (
      <LoadFailure
        failure={failed.error}
        title="Your saved travellers could not be loaded"
        isFetching={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (user.data === null) return <Navigate to={getSignInUrl(location)} replace />;
  return list.data ? <TravellerList travellers={list.data} queryKey={queryKey} /> : <Loading />;
}

function Loading() {
  return (
    <div className="grid gap-4">
      <LoadingText>Loading your saved travellers...</LoadingText>
      <Skeleton className="h-28 w-full" />
    </div>
  );
}
