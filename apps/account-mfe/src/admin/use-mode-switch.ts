import { adminLogin, getAdminSettings, saveAdminSettings, type AdminSettings } from '@fareline/contracts';
import { ResponseError, call, getServerMessage } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const reloadDelay = 1000;
const liveWarning =
  'Turn live mode on? Real bookings will be made with real payment methods, and real cards will be charged.';

const refuse = (title: string, description: string) => toast({ title, description, variant: 'destructive' });

/** Verifies or refreshes the administrator's session; false after it has told why not. (ADMIN-12, ADMIN-13) */
async function verify(): Promise<boolean> {
  const fallback = 'Session could not be verified. Please try logging in again.';
  try {
    const answer = await call(adminLogin, { body: {} });
    if (!answer?.success) refuse('Authentication Failed', answer?.message || fallback);
    return answer?.success === true;
  } catch (failure) {
    if (failure instanceof ResponseError)
      refuse('Authentication Failed', getServerMessage(failure) ?? fallback);
    else refuse('Authentication Error', 'Could not verify admin privileges. Please try logging in again.');
    return false;
  }
}

/** Saves the mode; undefined after it has told why not. (ADMIN-14) */
async function save(enableLiveMode: boolean): Promise<boolean | undefined> {
  try {
    return (await call(saveAdminSettings, { body: { enableLiveMode } })).enableLiveMode;
  } catch (failure) {
    if (failure instanceof ResponseError)
      refuse('Failed to Update', 'There was a problem saving your changes.');
    else refuse('Mode Change Failed', 'There was a problem switching modes. Please try again.');
    return undefined;
  }
}

/** Test or live: ask, verify, save, refresh, and load the page anew when the mode is another one. (ADMIN-06 to ADMIN-09) */
export function useModeSwitch(settings: AdminSettings) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isLive = settings.enableLiveMode;

  async function run(enable: boolean) {
    if (!(await verify())) return;
    const saved = await save(enable);
    if (saved === undefined) return;
    queryClient.setQueryData([getAdminSettings.path], { ...settings, enableLiveMode: saved });
    if (await verify()) toast({ title: 'Settings Updated' });
    if (saved !== isLive) setTimeout(() => window.location.reload(), reloadDelay);
  }

  return {
    isLive,
    isBusy,
    change: async (enable: boolean) => {
      if (isBusy || (enable && !window.confirm(liveWarning))) return;
      setBusy(true);
      await run(enable);
      setBusy(false);
    },
  };
}
