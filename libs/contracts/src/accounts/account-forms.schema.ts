import { z } from 'zod';
import { emailSchema, typedText } from '../common.schema.ts';
import { changePasswordRequestSchema, newPasswordSchema, registerRequestSchema } from './account.schema.ts';

const bothAreStrings = (first: string) => {
  const pair = z.looseObject({ [first]: z.string(), confirmPassword: z.string() });
  return ({ value }: { value: unknown }) => pair.safeParse(value).success;
};

/** Compares as soon as both fields are strings, even when other fields are invalid. */
const matchesField = (first: string) => ({
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: bothAreStrings(first),
});

/** Sign-up form; the confirmation and the checkbox are not sent to the service. (REGISTER-01 to REGISTER-07) */
export const registerFormSchema = registerRequestSchema
  .extend({ confirmPassword: typedText().min(1, 'Please confirm your password'), acceptsTerms: z.boolean() })
  .refine((form) => form.password === form.confirmPassword, matchesField('password'));
export type RegisterForm = z.output<typeof registerFormSchema>;

const confirmation = typedText().min(1, 'Please confirm your new password');

/** Change of password. (SETTINGS-05 to SETTINGS-07) */
export const changePasswordFormSchema = changePasswordRequestSchema
  .extend({ confirmPassword: confirmation })
  .refine((form) => form.newPassword === form.confirmPassword, matchesField('newPassword'));
export type ChangePasswordForm = z.output<typeof changePasswordFormSchema>;

/** New password by emailed link: same rules as a change of password. (LOGIN-07) */
export const resetPasswordFormSchema = z
  .object({ newPassword: newPasswordSchema, confirmPassword: confirmation })
  .refine((form) => form.newPassword === form.confirmPassword, matchesField('newPassword'));
export type ResetPasswordForm = z.output<typeof resetPasswordFormSchema>;

/** Request of a reset link. (LOGIN-06) */
export const forgotPasswordFormSchema = z.object({ email: emailSchema() });
export type ForgotPasswordForm = z.output<typeof forgotPasswordFormSchema>;
