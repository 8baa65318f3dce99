import { confirmPassword } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { PasswordDialog } from './password-dialog.tsx';

/** Asks for the password; `onClose` is given whether it was right. (ACCOUNT-06) */
export function ConfirmPasswordDialog({ onClose }: { onClose: (isConfirmed: boolean) => void }) {
  return (
    <PasswordDialog
      title="Confirm your password"
      description="You signed in a while ago. Please enter your password to go on."
      submitLabel="Confirm"
      waitTitle="Password not confirmed"
      send={(password) => call(confirmPassword, { body: { password } })}
      onSuccess={() => onClose(true)}
      onCancel={() => onClose(false)}
    />
  );
}
