import { isStaff, type User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { formatDateFull } from '@fareline/presentation/formats';
import {
  Button,
  Card,
  ErrorState,
  Skeleton,
  SlowNote,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
} from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { AccountPage } from '../layout/account-page.tsx';
import { getSignInUrl } from '../login/sign-in-url.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { EmailStatus } from './email-status.tsx';
import { OwnData } from './own-data.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecurityOverview } from './security-overview.tsx';

/** `/account-settings`. (SETTINGS-01 to SETTINGS-11) */
export function Component() {
  return (
    <AccountPage title="Account Settings">
      <Settings />
    </AccountPage>
  );
}

const defaultTab = 'security';
const tabs = ['profile', defaultTab];

/** The tab in the address, which keeps the selected one. */
function useTab(): [tab: string, select: (tab: string) => void] {
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') ?? '';
  return [
    tabs.includes(tab) ? tab : defaultTab,
    (next) => setQuery({ tab: next }, { replace: true, preventScrollReset: true }),
  ];
}

function Settings() {
  const { data: user, error } = useQuery(currentUserQueryOptions);
  const [tab, selectTab] = useTab();
  const signInUrl = getSignInUrl(useLocation());
  if (error) {
    return (
      <ErrorState
        title="Authentication Required"
        text="Please log in to see your account."
        action={
          <Button asChild>
            <Link to={signInUrl}>Log In</Link>
          </Button>
        }
      />
    );
  }
  if (user === undefined)
    return (
      <div className="grid gap-3">
        <SlowNote />
        <Skeleton className="h-64 w-full" />
      </div>
    );
  if (user === null) return <Navigate to={signInUrl} replace />;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="page-heading">Account Settings</h1>
        <Link className="link-text" to="/saved-travellers">
          Saved travellers
        </Link>
      </div>
      <Tabs value={tab} onValueChange={selectTab}>
        <TabsList aria-label="Account settings">
          <TabsTrigger value="profile">Profile</TabsTrigger>
          <TabsTrigger value="security">Security</TabsTrigger>
        </TabsList>
        <TabsContent value="profile" className="grid items-start gap-6 pt-5 lg:grid-cols-2">
          <Profile user={user} />
          <OwnData />
        </TabsContent>
        <TabsContent value="security" className="grid items-start gap-6 pt-5 lg:grid-cols-2">
          <ChangePasswordForm />
          <SecurityOverview user={user} />
          <OwnSessions />
        </TabsContent>
      </Tabs>
      {isStaff(user) && (
        <p>
          <Link className="link-text" to={`${user.staffOrigin ?? ''}/admin/bookings`}>
            Bookings and review queue
          </Link>
        </p>
      )}
      {user.isAdmin && (
        <p>
          <Link className="link-text" to={`${user.staffOrigin ?? ''}/admin-settings`}>
            Administrator settings
          </Link>
        </p>
      )}
    </div>
  );
}

function Profile({ user }: { user: User }) {
  const details: [label: string, value: string, more?: ReactNode][] = [
    ['Username', user.username],
    ['Email', user.email, <EmailStatus key="email" user={user} />],
    ['Account created', formatDateFull(user.createdAt.slice(0, 10))],
  ];
  return (
    <Card className="p-6">
      <dl className="grid gap-4">
        {details.map(([label, value, more]) => (
          <div key={label}>
            <dt className="caption-text">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
            {more && <dd>{more}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
