import type { Endpoint } from '../../endpoint.ts';

/**
 * Creates an account for a guest's booking unless one has that email address. The first call `with_credentials` returns a
 * password and a session, provided that no other password was set in between. (D17, GUEST-01 to GUEST-04, STATUS-02)
 */
export const createGuestAccount: Endpoint<{
  body: {
    booking_id: string;
    email: string;
    first_name: string;
    last_name: string;
    with_credentials: boolean;
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
