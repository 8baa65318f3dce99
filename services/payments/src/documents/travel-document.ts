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

/** Documents that are read or made right now, by the hash of their facts. */
const pending = new Map<string, Promise<Buffer>>();

/** The document as it is stored, else made and stored. */
async function readOrMake({ db }: Deps, facts: DocumentFacts, hash: string): Promise<Buffer> {
  const stored = await db
    .selectFrom('travel_documents')
    .select('content')
    .where('booking_id', '=', facts.id)
    .where('facts_hash', '=', hash)
    .executeTakeFirst();
  if (stored) return stored.content;
  const content = await composeInThread(facts);
  await db
    .insertInto('travel_documents')
    .values({ booking_id: facts.id, facts_hash: hash, content })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ facts_hash: hash, content }))
    .execute();
  return content;
}

/**
 * The travel document with the receipt of a booking that the airline has confirmed. It is stored with the booking, and made again once
 * what stands in it has changed: tickets that were issued late, changes, a cancellation, the brand. Made once for all who want it at the
 * same time. Throws SERVICE_UNAVAILABLE while too many wait. (DOC-03, GUARD-17)
 */
export async function getTravelDocument(deps: Deps, booking: Booking): Promise<TravelFile> {
  const facts = await readFacts(deps, booking);
  const hash = createHash('sha256')
    .update(JSON.stringify([layoutVersion, facts]))
    .digest('base64url');
  const made = pending.get(hash) ?? readOrMake(deps, facts, hash).finally(() => pending.delete(hash));
  pending.set(hash, made);
  const filename = getFilename(booking, facts.brand, 'pdf');
  return { filename, contentType: 'application/pdf', content: await made };
}
