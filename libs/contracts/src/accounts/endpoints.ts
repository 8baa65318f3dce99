import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type {
  changePasswordRequestSchema,
  confirmPasswordRequestSchema,
  loginRequestSchema,
  loginResponseSchema,
  registerRequestSchema,
  successSchema,
  User,
} from './account.schema.ts';

/** Creates an account without signing in. (API-74) */
export const register: Endpoint<{
  body: z.input<typeof registerRequestSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/register',
};

/** Sets the session cookie. Accepts a username or an email address. (API-73) */
export const login: Endpoint<{
  body: z.input<typeof loginRequestSchema>;
  response: z.output<typeof loginResponseSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/login',
};

/** Ends the session on the server. (API-76, SECURITY-02) */
export const logout: Endpoint<{
  body: Record<string, never> | null | undefined;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/logout',
};

/** The signed-in user, or 401 with "Not authenticated". (API-72) */
export const currentUser: Endpoint<{
  response: User;
}> = {
  method: 'GET',
  path: '/api/auth/user',
};

/** Ends all other sessions of the account and issues a new one to this browser. (API-75, SECURITY-03) */
export const changePassword: Endpoint<{
  body: z.input<typeof changePasswordRequestSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/change-password',
};

/** Confirms the password of the session, which allows sensitive actions for 10 minutes. (ACCOUNT-06) */
export const confirmPassword: Endpoint<{
  body: z.input<typeof confirmPasswordRequestSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/confirm-password',
};

/** Returns the same response whether or not an account has the email address. (LOGIN-06) */
export const forgotPassword: Endpoint<{
  body: { email: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/forgot-password',
};

/** Mails the link of `forgotPassword` for a site; the limits of an address apply. (STATUS-03) */
export const sendPasswordLink: Endpoint<{
  body: { email: string; brand: string; origin: string };
  response: { success: true };
}> = {
  method: 'POST',
  path: '/internal/password-links',
};

/** The emailed link is valid once and for one hour. (LOGIN-07) */
export const resetPassword: Endpoint<{
  body: { token: string; newPassword: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/reset-password',
};

/** Mails the link that verifies the email address of the account, unless it is verified. */
export const sendVerification: Endpoint<{
  body: Record<string, never> | null | undefined;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/send-verification',
};

/** The mailed link is valid once and for three days. */
export const verifyEmail: Endpoint<{
  body: { token: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/verify-email',
};

/**
 * Creates an account for a guest's booking unless one has that email address. The first call `with_credentials` returns a
 * password and a session, provided that no other password was set in between. (GUEST-01 to GUEST-04, STATUS-02)
 */
export const createGuestAccount: Endpoint<{
  body: {
    booking_id: string;
    email: string;
    first_name: string;
    last_name: string;
    with_credentials: boolean;
    /** Of the browser that gets the session, for the audit trail. */
    ip_address?: string | null | undefined;
  };
  response:
    | { created: false }
    | {
        created: true;
        user_id: string;
        username: string;
        email: string;
        password: string | null;
        /** Value of the session cookie; null when the request is repeated. */
        session_token: string | null;
      };
}> = {
  method: 'POST',
  path: '/internal/guest-accounts',
};
