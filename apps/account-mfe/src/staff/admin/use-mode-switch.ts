import { adminLogin, saveAdminSettings, type AdminSettings } from '@fareline/contracts';
import { ResponseError, call, getServerMessage } from '@fareline/contracts/client';
import { toast } from '@fareline/ui-theme';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConfirmationRequired, useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { adminSettingsQueryOptions } from './admin-queries.ts';

const reloadDelay = 1000;
const liveWarning =
  'Turn live mode on? Real bookings will be made with real payment methods, and real cards will be charged.';

const sandboxWarning =
  'Turn live mode on? Real bookings with real payment methods need the real providers. Here sandboxes take their place: nothing is booked or charged.';

const showErrorToast = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' });

type WithConfirmation = ReturnType<typeof useConfirmation>['withConfirmation'];

/**
 * Verifies or refreshes the administrator's session, and asks for the password when it is required. Returns false when it
 * is not entered, and with a toast on failure. (ADMIN-12, ADMIN-13, ACCOUNT-06)
 */
async function verifySession(withConfirmation: WithConfirmation): Promise<boolean> {
  try {
    await withConfirmation(() => call(adminLogin, { body: {} }));
    return true;
  } catch (failure) {
    if (isConfirmationRequired(failure)) return false;
    if (failure instanceof ResponseError)
      showErrorToast(
        'Authentication Failed',
        getServerMessage(failure) ?? 'Session could not be verified. Please try logging in again.',
      );
    else
      showErrorToast(
        'Authentication Error',
        'Could not verify admin privileges. Please try logging in again.',
      );
    return false;
  }
}

/** Returns the saved mode; on failure shows a toast, with the reason of a refusal, and returns undefined. (ADMIN-14, MODE-03) */
async function saveMode(enableLiveMode: boolean): Promise<boolean | undefined> {
  try {
    return (await call(saveAdminSettings, { body: { enableLiveMode } })).enableLiveMode;
  } catch (failure) {
    if (failure instanceof ResponseError)
      showErrorToast(
        'Failed to Update',
        (failure.code === 'LIVE_MODE_UNAVAILABLE' && getServerMessage(failure)) ||
          'There was a problem saving your changes.',
      );
    else showErrorToast('Mode Change Failed', 'There was a problem switching modes. Please try again.');
    return undefined;
  }
}

/**
 * Switches between test and live mode: asks for confirmation, verifies the session, saves, refreshes the session, and reloads the
 * page when the mode has changed. (ADMIN-06 to ADMIN-09)
 */
export function useModeSwitch(settings: AdminSettings) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { withConfirmation, dialog } = useConfirmation();
  const isLive = settings.enableLiveMode;

  async function switchMode(enable: boolean) {
    if (!(await verifySession(withConfirmation))) return;
    const saved = await saveMode(enable);
    if (saved === undefined) return;
    queryClient.setQueryData(adminSettingsQueryOptions.queryKey, { ...settings, enableLiveMode: saved });
    if (await verifySession(withConfirmation)) toast({ title: 'Settings Updated' });
    if (saved !== isLive) setTimeout(() => window.location.reload(), reloadDelay);
  }

  return {
    isLive,
    dialog,
    changeMode: async (enable: boolean) => {
      if (isBusy || (enable && !window.confirm(settings.isSandbox ? sandboxWarning : liveWarning))) return;
      setBusy(true);
      await switchMode(enable);
      setBusy(false);
    },
  };
}
