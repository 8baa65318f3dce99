import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createPassenger, createPaymentRequest } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

async function book() {
  const offer = await harness.getFreshOffer();
  const paid = await sendAttempt(service, '/api/payments/process-card', createPaymentRequest(offer));
  const passenger = createPassenger();
  const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [passenger]);
  const { body, cookies } = await sendAttempt(service, '/api/bookings', request);
  expect(body.status, JSON.stringify(body)).toBe('confirmed');
  return { id: body.id, email: passenger.email ?? '', session: { cookie: `session=${cookies.session}` } };
}
type OwnedBooking = Awaited<ReturnType<typeof book>>;

const resend = ({ id, session }: Pick<OwnedBooking, 'id' | 'session'>) =>
  harness.send(service, 'POST', `/api/bookings/${id}/confirmation-mail`, undefined, session);

const waitForMails = (booking: OwnedBooking, count: number) => harness.waitForMails(booking, count);

describe('[TRIP-02] the confirmation', () => {
  it('is sent again by nobody but the owner of the booking', async () => {
    const [booking, other] = [await book(), await book()];
    await waitForMails(booking, 1);
    expect((await resend({ ...booking, session: other.session })).status).toBe(404);
    expect((await resend({ ...booking, session: { cookie: '' } })).status).toBe(401);
    expect(await waitForMails(booking, 1)).toHaveLength(1);
  });

  it('is not sent again for a booking that is cancelled', async () => {
    const booking = await book();
    await waitForMails(booking, 1);
    const set = { state: 'cancelled' as const };
    await harness.db.updateTable('bookings').set(set).where('id', '=', booking.id).execute();
    expect((await resend(booking)).body).toMatchObject({
      error: 'BOOKING_NOT_FOUND',
      message: 'This booking is not confirmed.',
    });
    expect(await waitForMails(booking, 1)).toHaveLength(1);
  });

  it('[LIMIT-01] is sent again twice a minute, each as a message of its own', async () => {
    const booking = await book();
    await waitForMails(booking, 1);
    expect((await resend(booking)).status).toBe(200);
    await waitForMails(booking, 2);
    expect((await resend(booking)).status).toBe(200);
    const mails = await waitForMails(booking, 3);
    expect((await resend(booking)).body).toMatchObject({
      error: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('A mail that was sent can take some minutes.'),
    });
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(1);
    expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(3);
  });
});
