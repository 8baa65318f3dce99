import type { AdminSettings } from '@fareline/contracts';
import { Badge, Card, ErrorState, Skeleton, SlowNote } from '@fareline/ui-theme';
import { Switch } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { AccessDenied } from '../../failures/access-denied.tsx';
import { isForbidden, needsSignIn } from '../../login/is-signed-out.ts';
import { StaffPage } from '../layout/staff-page.tsx';
import { adminSettingsQueryOptions } from './admin-queries.ts';
import { useModeSwitch } from './use-mode-switch.ts';

/** `/admin-settings`; the services authorise the requests. (ADMIN-01 to ADMIN-14) */
export function Component() {
  return (
    <StaffPage title="Administrator Settings">
      <AdminContent />
    </StaffPage>
  );
}

function AdminContent() {
  const { data: settings, error } = useQuery(adminSettingsQueryOptions);
  if (needsSignIn(error) || isForbidden(error))
    return <AccessDenied failure={error} subject="admin settings" />;
  if (error)
    return <ErrorState title="Error" text="Failed to load admin settings. Please try again later." />;
  if (!settings)
    return (
      <>
        <SlowNote />
        <Skeleton className="h-64 w-full" />
      </>
    );
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
