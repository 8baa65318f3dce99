import type { AdminSettings } from '@fareline/contracts';
import { ResponseError } from '@fareline/contracts/client';
import { Badge, Button, Card, ErrorState, Skeleton, toast } from '@fareline/ui-theme';
import { Switch } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { AccountPage } from '../layout/account-page.tsx';
import { isSignedOut } from '../login/is-signed-out.ts';
import { adminSettingsQueryOptions } from './admin-queries.ts';
import { useModeSwitch } from './use-mode-switch.ts';

/** `/admin-settings`; the services authorise the requests. (ADMIN-01 to ADMIN-14) */
export function Component() {
  return (
    <AccountPage title="Administrator Settings">
      <AdminContent />
    </AccountPage>
  );
}

const isDenied = (failure: unknown) =>
  failure instanceof ResponseError && (failure.status === 401 || failure.status === 403);

function AdminContent() {
  const navigate = useNavigate();
  const { data: settings, error } = useQuery(adminSettingsQueryOptions);
  const isAccessDenied = isDenied(error);
  const hasNoSession = isSignedOut(error);
  useEffect(() => {
    if (!isAccessDenied) return;
    toast({
      title: 'Access Denied',
      description: "You don't have permission to access admin settings.",
      variant: 'destructive',
      ...(hasNoSession && {
        action: {
          label: 'Sign In',
          altText: 'Press Sign In to sign in and return to the settings',
          onPress: () => void navigate('/login?redirect=/admin-settings'),
        },
      }),
    });
    void navigate('/', { replace: true });
  }, [isAccessDenied, hasNoSession, navigate]);

  if (isAccessDenied) return null;
  if (error)
    return <ErrorState title="Error" text="Failed to load admin settings. Please try again later." />;
  if (!settings) return <Skeleton className="h-64 w-full" />;
  return <SettingsPanel settings={settings} />;
}

function SettingsPanel({ settings }: { settings: AdminSettings }) {
  const { isLive, dialog, changeMode } = useModeSwitch(settings);
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="page-heading">Administrator Settings</h1>
        <Badge>{settings.environment}</Badge>
      </header>
      <Card
        className="data-[live=true]:border-2 data-[live=true]:border-destructive grid gap-3 p-6"
        data-live={isLive}
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Switch
            label="Live Mode"
            checked={isLive}
            disabled={!(settings.duffelApiConfigured && settings.stripeConfigured) && !isLive}
            onCheckedChange={changeMode}
          />
          <Badge variant={isLive ? 'destructive' : 'info'}>
            {isLive ? (settings.isSandbox ? 'LIVE (sandbox)' : 'LIVE') : 'TEST'}
          </Badge>
        </div>
        <p className="caption-text">
          {isLive && !settings.isSandbox
            ? 'Real seats are booked and real cards are charged.'
            : 'Nothing real is booked and no money moves.'}
        </p>
      </Card>
      <Card className="grid gap-3 p-6">
        <ProviderStatus label="Flight-data provider" isConfigured={settings.duffelApiConfigured} />
        <ProviderStatus label="Payments" isConfigured={settings.stripeConfigured} />
        {settings.message && (
          <p className="caption-text" role="status">
            {settings.message}
          </p>
        )}
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="secondary">
          <Link to="/account-settings">Back to Account</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/admin/bookings">Bookings</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/admin/brands">Brand manager</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/admin/audit">Audit trail</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/admin/releases">Releases</Link>
        </Button>
      </div>
      {dialog}
    </div>
  );
}

function ProviderStatus({ label, isConfigured }: { label: string; isConfigured: boolean }) {
  return (
    <div className="flex items-center justify-between gap-3" role="group" aria-label={label}>
      <span>{label}</span>
      <Badge variant={isConfigured ? 'success' : 'warning'}>
        {isConfigured ? 'Configured' : 'Not Configured'}
      </Badge>
    </div>
  );
}
