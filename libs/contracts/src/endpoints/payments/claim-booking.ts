import type { Endpoint } from '../../endpoint.ts';

/** Puts a guest's booking into the signed-in user's account, by the token of the link in the confirmation mail. (GUEST-05) */
export const claimBooking: Endpoint<{
  body: { token: string };
  response: { id: string };
}> = {
  method: 'POST',
  path: '/api/bookings/claim',
};
