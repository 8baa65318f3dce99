import type { Endpoint } from '../../endpoint.ts';

/** Assigns a guest's booking to the signed-in account, by the token in the confirmation email. (GUEST-05) */
export const claimBooking: Endpoint<{
  body: { token: string };
  response: { id: string };
}> = {
  method: 'POST',
  path: '/api/bookings/claim',
};
