import { z } from 'zod';
import { emailSchema } from '../common.schema.ts';
import { defineContract } from '../contract.ts';
import {
  changePasswordRequestSchema,
  confirmPasswordRequestSchema,
  loginRequestSchema,
  loginResponseSchema,
  newPasswordSchema,
  registerRequestSchema,
  successSchema,
  userSchema,
} from './account.schema.ts';
import {
  changePassword,
  confirmPassword,
  checkUserAddress,
  countMailedCode,
  createGuestAccount,
  currentUser,
  forgotPassword,
  login,
  logout,
  register,
  resetPassword,
  sendPasswordLink,
  sendVerification,
  verifyEmail,
} from './endpoints.ts';

export const registerContract = defineContract(register, {
  summary: 'Sign up',
  access: 'public',
  body: registerRequestSchema,
  response: successSchema,
  errors: ['USERNAME_TAKEN', 'EMAIL_TAKEN', 'PASSWORD_TOO_COMMON'],
});

export const loginContract = defineContract(login, {
  summary: 'Sign in',
  access: 'public',
  body: loginRequestSchema,
  response: loginResponseSchema,
  errors: ['INVALID_CREDENTIALS', 'FACTOR_REQUIRED'],
});

export const logoutContract = defineContract(logout, {
  summary: 'Sign out',
  access: 'public',
  body: z.object({}).nullish(),
  response: successSchema,
});

export const currentUserContract = defineContract(currentUser, {
  summary: 'Current user',
  access: 'user',
  response: userSchema,
});

export const changePasswordContract = defineContract(changePassword, {
  summary: 'Change the password',
  access: 'user',
  body: changePasswordRequestSchema,
  response: successSchema,
  errors: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_TOO_COMMON'],
});

export const confirmPasswordContract = defineContract(confirmPassword, {
  summary: 'Confirm the password',
  access: 'user',
  body: confirmPasswordRequestSchema,
  response: successSchema,
  errors: ['CURRENT_PASSWORD_WRONG'],
});

export const forgotPasswordContract = defineContract(forgotPassword, {
  summary: 'Ask for a reset link',
  access: 'public',
  body: z.object({ email: emailSchema() }),
  response: successSchema,
});

export const sendPasswordLinkContract = defineContract(sendPasswordLink, {
  summary: 'Send a reset link',
  access: 'service',
  callers: ['payments'],
  body: z.object({ email: emailSchema(), brand: z.string(), origin: z.url() }),
  response: z.object({ success: z.literal(true) }),
});

export const checkUserAddressContract = defineContract(checkUserAddress, {
  summary: 'Whether a user has an email address',
  access: 'service',
  callers: ['payments'],
  body: z.object({ user_id: z.uuid(), email: emailSchema() }),
  response: z.object({ is_of_user: z.boolean() }),
});

export const countMailedCodeContract = defineContract(countMailedCode, {
  summary: 'Count a mailed code',
  access: 'service',
  callers: ['payments'],
  body: z.object({ id: z.uuid(), email: emailSchema() }),
  response: z.object({ is_within_limit: z.boolean() }),
});

/** The token of a mailed link. */
const mailedTokenSchema = z.string().min(10).max(200);

export const resetPasswordContract = defineContract(resetPassword, {
  summary: 'Set a new password',
  access: 'link',
  body: z.object({ token: mailedTokenSchema, newPassword: newPasswordSchema }),
  response: successSchema,
  errors: ['LINK_INVALID', 'PASSWORD_TOO_COMMON'],
});

export const sendVerificationContract = defineContract(sendVerification, {
  summary: 'Send the link that verifies the email address',
  access: 'user',
  body: z.object({}).nullish(),
  response: successSchema,
});

export const verifyEmailContract = defineContract(verifyEmail, {
  summary: 'Verify the email address',
  access: 'link',
  body: z.object({ token: mailedTokenSchema }),
  response: successSchema,
  errors: ['LINK_INVALID'],
});

export const createGuestAccountContract = defineContract(createGuestAccount, {
  summary: 'Guest account',
  access: 'service',
  callers: ['payments'],
  body: z.object({
    booking_id: z.string(),
    email: emailSchema(),
    first_name: z.string(),
    last_name: z.string(),
    /** The site on which the booking was made. */
    origin: z.url(),
    with_credentials: z.boolean(),
    /** Address of the browser that gets the session, for the audit trail, and its program: who is signed in sees both. */
    ip_address: z.string().nullish(),
    user_agent: z.string().nullish(),
  }),
  response: z.discriminatedUnion('created', [
    z.object({ created: z.literal(false) }),
    z.object({
      created: z.literal(true),
      user_id: z.string(),
      username: z.string(),
      email: z.string(),
      password: z.string().nullable(),
      /** Value of the session cookie; null when the request is repeated. */
      session_token: z.string().nullable(),
    }),
  ]),
});
