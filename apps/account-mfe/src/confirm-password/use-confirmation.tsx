import { ResponseError } from '@fareline/contracts/client';
import { lazyWithRetry } from '@fareline/ui-theme';
import { useState, type ReactNode } from 'react';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

/** What the service requires before the action: that the password is entered, or the second factor shown. */
function findRequired(failure: unknown): 'password' | 'factor' | undefined {
  if (!(failure instanceof ResponseError)) return undefined;
  if (failure.code === 'PASSWORD_REQUIRED') return 'password';
  return failure.code === 'FACTOR_REQUIRED' ? 'factor' : undefined;
}

/** Whether an action failed because it was not confirmed. */
export const isConfirmationRequired = (failure: unknown): boolean => findRequired(failure) !== undefined;

/** Only staff have one, and its code is large. */
const FactorDialog = lazyWithRetry(() => import('../factors/factor-dialog.tsx'));

interface Confirmation {
  /**
   * Runs an action. When the service requires the password or the second factor, asks for it in a dialog and repeats the action. Throws
   * the action's error, also when the dialog is cancelled.
   */
  withConfirmation: <T>(action: () => Promise<T>) => Promise<T>;
  /** Render it outside of a form, because the dialog has its own. */
  dialog: ReactNode;
}

/** Asks for the password, or the second factor of who has one, again before sensitive actions. (ACCOUNT-06, GUARD-02) */
export function useConfirmation(): Confirmation {
  const [asked, setAsked] = useState<{
    required: 'password' | 'factor';
    close: (isConfirmed: boolean) => void;
  }>();

  const ask = (required: 'password' | 'factor') =>
    new Promise<boolean>((resolve) => {
      const close = (isConfirmed: boolean) => {
        setAsked(undefined);
        resolve(isConfirmed);
      };
      setAsked({ required, close });
    });

  return {
    async withConfirmation(action) {
      try {
        return await action();
      } catch (failure) {
        const required = findRequired(failure);
        if (!required || !(await ask(required))) throw failure;
        return action();
      }
    },
    dialog:
      asked &&
      (asked.required === 'factor' ? (
        <FactorDialog onClose={asked.close} />
      ) : (
        <ConfirmPasswordDialog onClose={asked.close} />
      )),
  };
}
