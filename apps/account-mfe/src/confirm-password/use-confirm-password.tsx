import { ResponseError } from '@fareline/contracts/client';
import { useState, type ReactNode } from 'react';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

/** Whether the service requires that the password is entered before the action. */
export const isPasswordRequired = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.code === 'PASSWORD_REQUIRED';

interface ConfirmPassword {
  /**
   * Runs an action. When the service requires the password, asks for it in a dialog and repeats the action. Throws the
   * action's error, also when the dialog is cancelled.
   */
  withPassword: <T>(action: () => Promise<T>) => Promise<T>;
  /** Render it outside of a form, because the dialog has its own. */
  dialog: ReactNode;
}

/** Asks for the password again before sensitive actions. (ACCOUNT-06) */
export function useConfirmPassword(): ConfirmPassword {
  const [close, setClose] = useState<(isConfirmed: boolean) => void>();

  const askForPassword = () =>
    new Promise<boolean>((resolve) => {
      setClose(() => (isConfirmed: boolean) => {
        setClose(undefined);
        resolve(isConfirmed);
      });
    });

  return {
    async withPassword(action) {
      try {
        return await action();
      } catch (failure) {
        if (!isPasswordRequired(failure) || !(await askForPassword())) throw failure;
        return action();
      }
    },
    dialog: close && <ConfirmPasswordDialog onClose={close} />,
  };
}
