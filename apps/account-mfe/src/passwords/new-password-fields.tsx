import { TextField } from '../forms/text-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** New password with its rules, and its confirmation. (SETTINGS-06, SETTINGS-07) */
export function NewPasswordFields() {
  return (
    <>
      <NewPasswordField
        name="newPassword"
        label="New password"
        hint="At least 12 characters: upper and lower case, a number and a special character."
      />
      <TextField
        name="confirmPassword"
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
