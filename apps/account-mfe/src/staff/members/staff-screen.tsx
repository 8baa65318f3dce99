import { listStaff, type StaffMember } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { Button, LoadingText, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { StaffPage } from '../layout/staff-page.tsx';
import { StaffTable, type Column } from '../layout/staff-table.tsx';
import { OffboardDialog, type PlannedOffboarding } from './offboard-dialog.tsx';

const headingId = 'staff-heading';

/** `/admin/staff`: who has a role, and how it is taken away. The service authorises the requests. (GUARD-07) */
export function Component() {
  return (
    <StaffPage title="Staff">
      <div className="grid gap-6">
        <h1 id={headingId} tabIndex={-1} className="page-heading">
          Staff
        </h1>
        <Members />
      </div>
    </StaffPage>
  );
}

function Members() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [listStaff.path],
    queryFn: ({ signal }) => call(listStaff, { signal }),
    retry: false,
    gcTime: 0,
  });
  const [planned, setPlanned] = useState<PlannedOffboarding>();
  if (!data && !error) return <LoadingText>Loading the staff...</LoadingText>;
  const administrators = data?.staff.filter(({ role }) => role === 'administrator') ?? [];
  return (
    <div className="grid gap-4">
      {error && (
        <LoadFailure
          failure={error}
          title="The staff could not be loaded"
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <StaffTable
          label="Staff"
          columns={columns}
          rows={data.staff}
          getKey={({ id }) => id}
          actions={(member) =>
            administrators.length === 1 && member === administrators[0] ? (
              <p className="caption-text">The last administrator stays.</p>
            ) : (
              <>
                <Button variant="secondary" onClick={() => setPlanned({ member, action: 'revoke' })}>
                  Take the role away <VisuallyHidden>from {member.username}</VisuallyHidden>
                </Button>
                <Button variant="secondary" onClick={() => setPlanned({ member, action: 'close' })}>
                  Close the account <VisuallyHidden>of {member.username}</VisuallyHidden>
                </Button>
              </>
            )
          }
        />
      )}
      <p className="caption-text">
        Accounts are made, and people who have lost phone and recovery codes are let in again, by commands of
        who operates the site.
      </p>
      {planned && (
        <OffboardDialog planned={planned} headingId={headingId} onClose={() => setPlanned(undefined)} />
      )}
    </div>
  );
}

const roleLabels = { administrator: 'Administrator', support: 'Support' } as const;
const factorLabels = { passkey: 'passkey', totp: 'app for codes' } as const;

function describeSessions({ sessions, lastUsedAt }: StaffMember): string {
  if (lastUsedAt === null) return 'Not signed in';
  return `${sessions} ${sessions === 1 ? 'session' : 'sessions'}, last used ${formatInstant(lastUsedAt)}`;
}

const columns: readonly Column<StaffMember>[] = [
  { label: 'Name', cell: ({ username }) => <strong translate="no">{username}</strong> },
  { label: 'Role', cell: ({ role }) => roleLabels[role] },
  { label: 'Email', cell: ({ email }) => <span translate="no">{email}</span>, className: 'wrap-anywhere' },
  {
    label: 'Second factors',
    cell: ({ factors }) => factors.map((kind) => factorLabels[kind]).join(', ') || 'none',
  },
  { label: 'Sessions', cell: (member) => <Sentence>{describeSessions(member)}</Sentence> },
];
