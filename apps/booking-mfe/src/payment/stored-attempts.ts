import type { Offer, SeatSelection } from '@fareline/contracts';
import { offerSchema } from '@fareline/contracts/schemas';

/** Who is told, as the confirmation shows it. */
export interface Contact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** What a booking's end is shown with. Nothing of a card or a passport is in it. */
export interface BookingSummary {
  offer: Offer;
  /** The ids under which the traveller may come back to the offer: the one of the list and their own. */
  offerIds: readonly string[];
  seats: readonly SeatSelection[];
  contact: Contact;
}

/** A booking call whose end is not known: with its key a reloaded page asks how it stands. (STATUS-05, D57) */
export interface StoredAttempt extends BookingSummary {
  bookingKey: string;
  /** Known once an answer said that it is pending. */
  bookingId?: string | undefined;
  /** When the call was sent, in milliseconds since 1970. */
  sentAt: number;
}

const storageKey = 'bookingAttempts';

const isString = (value: unknown): value is string => typeof value === 'string';

/** Whatever stands in the storage is read with the care that an answer gets; what is no attempt is left out. */
function parseAttempt(value: unknown): StoredAttempt[] {
  const { offer, offerIds, seats, contact, bookingKey, bookingId, sentAt } = Object(value) as Partial<
    Record<keyof StoredAttempt, unknown>
  >;
  const parsed = offerSchema.safeParse(offer);
  const { firstName, lastName, email, phone } = Object(contact) as Partial<Contact>;
  if (!parsed.success || !isString(bookingKey) || !Array.isArray(offerIds) || !Array.isArray(seats))
    return [];
  return [
    {
      offer: parsed.data,
      offerIds: offerIds.filter(isString),
      seats: seats as SeatSelection[],
      contact: {
        firstName: String(firstName ?? ''),
        lastName: String(lastName ?? ''),
        email: String(email ?? ''),
        phone: String(phone ?? ''),
      },
      bookingKey,
      bookingId: isString(bookingId) ? bookingId : undefined,
      sentAt: Number(sentAt) || 0,
    },
  ];
}

function readAttempts(): StoredAttempt[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(parseAttempt) : [];
  } catch (error) {
    console.warn('The booking attempts of this tab could not be read', error);
    return [];
  }
}

function writeAttempts(attempts: readonly StoredAttempt[]): void {
  try {
    if (attempts.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(attempts));
  } catch (error) {
    console.warn('The booking attempt could not be kept for a reload', error);
  }
}

const others = (bookingKey: string) => readAttempts().filter((attempt) => attempt.bookingKey !== bookingKey);

/** Keeps an attempt until its end is known, in this tab only. */
export const storeAttempt = (attempt: StoredAttempt): void =>
  writeAttempts([...others(attempt.bookingKey), attempt]);

/** Its end is known. */
export const removeAttempt = (bookingKey: string): void => writeAttempts(others(bookingKey));

/** The attempt under way for this offer, the newest where there are several. */
export const findAttempt = (offerId: string): StoredAttempt | undefined =>
  readAttempts().findLast(({ offerIds }) => offerIds.includes(offerId));
