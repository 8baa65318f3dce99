import { EmptyState, LoadingText } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { StaffPage } from '../layout/staff-page.tsx';
import { ChangeDialog, type PlannedChange } from './change-dialog.tsx';
import { FrontEndCard } from './front-end-card.tsx';
import { releasesQueryOptions } from './release-queries.ts';

/** `/admin/releases`: which version of each front end visitors get, and changes of it. The service authorises the requests. */
export function Component() {
  return (
    <StaffPage title="Releases">
      <div className="grid gap-6">
        <h1 className="page-heading">Releases</h1>
        <FrontEnds />
      </div>
    </StaffPage>
  );
}

function FrontEnds() {
  const { data, error, isFetching, refetch } = useQuery(releasesQueryOptions);
  const [planned, setPlanned] = useState<PlannedChange>();
  if (!data && !error) return <LoadingText>Loading the releases...</LoadingText>;
  return (
    <div className="grid gap-4">
      {error && (
        <LoadFailure
          failure={error}
          title="The releases could not be loaded"
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.frontEnds.map((frontEnd) => (
        <FrontEndCard key={frontEnd.name} frontEnd={frontEnd} onPlan={setPlanned} />
      ))}
      {data?.frontEnds.length === 0 &&
        (data.isManaged ? (
          <EmptyState title="No releases" text="No front end has been released yet." />
        ) : (
          <EmptyState
            title="Releases are not managed here"
            text="The accounts service has no folder of releases. Use the release command."
          />
        ))}
      {planned && <ChangeDialog planned={planned} onClose={() => setPlanned(undefined)} />}
    </div>
  );
}
