import { createHash } from 'node:crypto';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { readBookingRefunds } from '../refunds/booking-refund.ts';
import { toBookingStatus } from '../bookings/booking-status.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { getTickets } from '../bookings/tickets.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { readPaidBooking } from '../amendments/booking-payment.ts';
import { composeInThread } from './compose-in-thread.ts';
import type { DocumentFacts } from './document-parts.ts';
import { getFilename, type TravelFile } from './travel-file.ts';

/** Raised when the same facts make another document. */
const layoutVersion = 3;

const toDay = (instant: Date): string => instant.toISOString().slice(0, 10);

async function readFacts(deps: Deps, booking: Booking): Promise<DocumentFacts> {
  const { db, mailBrands } = deps;
  const { id, state, booking_data: bookingData, site_origin } = booking;
  const payment = await getPayment(db, booking.payment_id);
  const { name, theme, contact, content } = await mailBrands(booking.brand);
  return {
    id,
    reference: formatBookingReference(booking),
    status: toBookingStatus(state),
    booked_on: toDay(booking.created_at),
    bookingData,
    tickets: await getTickets(deps, booking),
    ...(await readPaidBooking(db, booking, payment)),
    paid_on: payment.state === 'captured' ? toDay(payment.state_since) : null,
    refund: (await readBookingRefunds(db, [booking])).get(id) ?? null,
    brand: { name, theme, contact, company: content.company, partner: content.partner },
    trip_url: `${site_origin}/my-trips/${id}`,
  };
}

/**
 * The travel document with the receipt of a booking that the airline has confirmed. It is stored with the booking, and made again once
 * what stands in it has changed: tickets that were issued late, changes, a cancellation, the brand. (DOC-03)
 */
export async function getTravelDocument(deps: Deps, booking: Booking): Promise<TravelFile> {
  const { db } = deps;
  const facts = await readFacts(deps, booking);
  const hash = createHash('sha256')
    .update(JSON.stringify([layoutVersion, facts]))
    .digest('base64url');
  const stored = await db
    .selectFrom('travel_documents')
    .select('content')
    .where('booking_id', '=', booking.id)
    .where('facts_hash', '=', hash)
    .executeTakeFirst();
  const content = stored?.content ?? (await composeInThread(hash, facts));
  if (!stored)
    await db
      .insertInto('travel_documents')
      .values({ booking_id: booking.id, facts_hash: hash, content })
      .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ facts_hash: hash, content }))
      .execute();
  return { filename: getFilename(booking, facts.brand, 'pdf'), contentType: 'application/pdf', content };
}
