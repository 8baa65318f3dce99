import { TextField } from '../forms/text-field.tsx';

/** New password with its rules, and its confirmation. (SETTINGS-06, SETTINGS-07) */
export function NewPasswordFields() {
  return (
    <>
      <TextField
        name="newPassword"
        label="New password"
        type="password"
        autoComplete="new-password"
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
