import type { Offer, PassengerFields, PassengerForm } from '@fareline/contracts';
import {
  bagSelectionSchema,
  passengerFieldsSchema,
  passportFields,
  seatSelectionSchema,
} from '@fareline/contracts/schemas';
import { noExtras, type ChosenExtras } from '../extras/chosen-extras.ts';
import { clearPassportFields } from '../passengers/passenger-fields.ts';

/** The seats and bags of an offer, which only this offer has. They outlive an accepted price. (EXTRA-04) */
interface OfferExtras extends ChosenExtras {
  offerId: string;
  expiresAt: string;
  /** The offer of the list that led to this one. */
  listedId: string;
}

interface Draft extends PassengerForm {
  /** By passenger: whether a passport was entered that a reload has cleared. */
  lostPassports: readonly boolean[];
  extras?: OfferExtras | undefined;
}

/** It includes the passports, which a reload clears. (STATUS-05) */
let draft: Draft | undefined;

const storageKey = 'passengerDraft';
const lifetimeMs = 3600_000;

export const hasPassport = (passenger: PassengerFields): boolean =>
  passportFields.some((field) => passenger[field] !== '');

function parseExtras(value: unknown): OfferExtras | undefined {
  const { offerId, expiresAt, listedId, seats, withoutSeats, bags } = Object(value) as Partial<
    Record<keyof OfferExtras, unknown>
  >;
  const parsedSeats = seatSelectionSchema.array().safeParse(seats);
  const parsedBags = bagSelectionSchema.array().safeParse(bags);
  if (!parsedSeats.success || !parsedBags.success || !Array.isArray(withoutSeats)) return undefined;
  return {
    offerId: String(offerId),
    expiresAt: String(expiresAt),
    listedId: String(listedId),
    seats: parsedSeats.data,
    withoutSeats: withoutSeats.map(String),
    bags: parsedBags.data,
  };
}

/** Session storage is untrusted input: undefined for an invalid or expired value. */
function readStoredDraft(): Draft | undefined {
  const { savedAt, passengers, checkInReminder, minorsConsent, lostPassports, extras } = Object(
    JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'),
  ) as Partial<Record<keyof Draft | 'savedAt', unknown>>;
  if (!(Number(savedAt) > Date.now() - lifetimeMs)) return undefined;
  const parsed = passengerFieldsSchema.array().safeParse(passengers);
  if (!parsed.success) return undefined;
  return {
    passengers: parsed.data,
    checkInReminder: checkInReminder === true,
    minorsConsent: minorsConsent === true,
    lostPassports: Array.isArray(lostPassports) ? lostPassports.map(Boolean) : [],
    extras: parseExtras(extras),
  };
}

/**
 * Keeps what was entered when the traveller goes to the results and back, and without passports when the page is loaded again: in this
 * tab, for an hour. Signing out clears the storage. (STATUS-05)
 */
function storeDraft(next: Draft | undefined): void {
  draft = next;
  try {
    if (!next) return sessionStorage.removeItem(storageKey);
    const stored = {
      savedAt: Date.now(),
      ...next,
      ...clearPassportFields(next),
      lostPassports: next.passengers.map(
        (passenger, index) => hasPassport(passenger) || next.lostPassports[index],
      ),
    };
    sessionStorage.setItem(storageKey, JSON.stringify(stored));
  } catch (error) {
    console.warn('could not store what was entered for a reload', error);
  }
}

export const saveDraft = (form: PassengerForm | undefined): void =>
  storeDraft(form && { lostPassports: [], ...readDraft(), ...form });

export function readDraft(): Draft | undefined {
  try {
    const stored = readStoredDraft();
    if (!stored) storeDraft(undefined);
    else draft ??= stored;
  } catch (error) {
    console.warn('could not read what was entered in this tab', error);
  }
  return draft;
}

export function saveExtras({ id, expires_at }: Offer, listedId: string, chosen: ChosenExtras): void {
  const current = readDraft();
  if (!current) return;
  const { extras } = current;
  // After a reload the URL has the fresh offer.
  const offer = {
    offerId: id,
    expiresAt: expires_at,
    listedId: extras?.offerId === id ? extras.listedId : listedId,
  };
  storeDraft({ ...current, extras: { ...chosen, ...offer } });
}

export function readExtras(offerId: string): ChosenExtras {
  const extras = readDraft()?.extras;
  return extras?.offerId === offerId ? extras : noExtras;
}

/** Whether seats and bags were chosen for the offer that was opened, which was not this one. (STATUS-05) */
export function areExtrasLost(openedId: string, offerId: string): boolean {
  const extras = readDraft()?.extras;
  const isChosen = extras && extras.seats.length + extras.bags.length > 0;
  return (
    isChosen === true && extras.offerId !== offerId && [extras.listedId, extras.offerId].includes(openedId)
  );
}

/** The traveller's own offer with seats and bags that an offer of the list led to before; else that of the list. (STATUS-05) */
export function findOwnOffer(listedId: string): string {
  const extras = readDraft()?.extras;
  const isOpen = extras?.listedId === listedId && new Date(extras.expiresAt) > new Date();
  return isOpen ? extras.offerId : listedId;
}
