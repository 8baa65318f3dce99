import type { BagSelection, Offer, SeatSelection } from '@fareline/contracts';
import { bagSelectionSchema, offerSchema, seatSelectionSchema } from '@fareline/contracts/schemas';
import { isString, readStored, writeStored } from '@fareline/contracts/client';

/** The primary passenger's contact. */
interface Contact {
  email: string;
  /** In E.164 where the number is known to be one. */
  phone: string;
}

interface Traveller {
  /** Id of the passenger in the offer. */
  id: string;
  firstName: string;
  lastName: string;
}

/** Data for the pending and confirmation screens. Holds no card and no passport data. */
export interface BookingSummary {
  offer: Offer;
  /** Ids with which the traveller may return to the offer: of the cached offer in the list and of the fresh one. (PROVIDER-01) */
  offerIds: readonly string[];
  seats: readonly SeatSelection[];
  bags: readonly BagSelection[];
  travellers: readonly Traveller[];
  contact: Contact;
}

/** A booking call with unknown outcome; a reloaded page reads its status by the key. (STATUS-05) */
export interface StoredAttempt extends BookingSummary {
  bookingKey: string;
  /** Set once a response has the status `pending`. */
  bookingId?: string | undefined;
  /** Opens the status page, once a response has it. (STATUS-01) */
  statusToken?: string | undefined;
  /** When the call was sent, in milliseconds since 1970. */
  sentAt: number;
}

const storageKey = 'bookingAttempts';

/** Session storage is untrusted input: returns one attempt, or none for an invalid value. */
function parseAttempt(value: unknown): StoredAttempt[] {
  const { offer, offerIds, seats, bags, travellers, contact, bookingKey, bookingId, statusToken, sentAt } =
    Object(value) as Partial<Record<keyof StoredAttempt, unknown>>;
  const parsed = offerSchema.safeParse(offer);
  const parsedSeats = seatSelectionSchema.array().safeParse(seats);
  const parsedBags = bagSelectionSchema.array().safeParse(bags);
  const { email, phone } = Object(contact) as Partial<Contact>;
  if (!parsed.success || !parsedSeats.success || !parsedBags.success) return [];
  if (!isString(bookingKey) || !Array.isArray(offerIds)) return [];
  return [
    {
      offer: parsed.data,
      offerIds: offerIds.filter(isString),
      seats: parsedSeats.data,
      bags: parsedBags.data,
      travellers: (Array.isArray(travellers) ? travellers : []).map((person) => {
        const { id, firstName, lastName } = Object(person) as Partial<Traveller>;
        return { id: String(id), firstName: String(firstName ?? ''), lastName: String(lastName ?? '') };
      }),
      contact: { email: String(email ?? ''), phone: String(phone ?? '') },
      bookingKey,
      bookingId: isString(bookingId) ? bookingId : undefined,
      statusToken: isString(statusToken) ? statusToken : undefined,
      sentAt: Number(sentAt) || 0,
    },
  ];
}

function readAttempts(): StoredAttempt[] {
  const stored = readStored(storageKey, 'the stored booking attempts');
  return Array.isArray(stored) ? stored.flatMap(parseAttempt) : [];
}

const writeAttempts = (attempts: readonly StoredAttempt[]): void =>
  writeStored(storageKey, attempts.length > 0 ? attempts : undefined, 'the booking attempt');

const readOtherAttempts = (bookingKey: string) =>
  readAttempts().filter((attempt) => attempt.bookingKey !== bookingKey);

/** Stores an attempt in the session storage of this tab until its outcome is known. */
export const storeAttempt = (attempt: StoredAttempt): void =>
  writeAttempts([...readOtherAttempts(attempt.bookingKey), attempt]);

/** Removes an attempt whose outcome is known. */
export const removeAttempt = (bookingKey: string): void => writeAttempts(readOtherAttempts(bookingKey));

/** The newest stored attempt for this offer. */
export const findAttempt = (offerId: string): StoredAttempt | undefined =>
  readAttempts().findLast(({ offerIds }) => offerIds.includes(offerId));

/** The attempt of a status page, if this tab made it. */
export const findAttemptByStatusToken = (token: string): StoredAttempt | undefined =>
  readAttempts().find(({ statusToken }) => statusToken === token);

const toFlights = ({ slices }: Offer): string =>
  slices
    .flatMap(({ segments }) => segments)
    .map((segment) => `${segment.flight_number} ${segment.departing_at}`)
    .join();

/** The newest stored attempt for the flights of this offer, which another search offers under another id. */
export const findAttemptOfTrip = (offer: Offer): StoredAttempt | undefined =>
  readAttempts().findLast((attempt) => toFlights(attempt.offer) === toFlights(offer));
