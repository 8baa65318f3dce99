import type { Endpoint } from '../../endpoint.ts';

/**
 * Makes an account for a guest's booking unless an account has that address. The first call `with_credentials` gets a
 * password and a session, once, as long as no other password was set meanwhile. (D17, GUEST-01 to GUEST-04, STATUS-02)
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
        /** For the session cookie; null in a repeat. */
        session_token: string | null;
      };
}> = {
  method: 'POST',
  path: '/internal/guest-accounts',
};
