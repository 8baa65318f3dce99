import type { PassengerForm } from '@fareline/contracts';
import { passengerFieldsSchema } from '@fareline/contracts/schemas';
import { noExtras, type ChosenExtras } from '../extras/chosen-extras.ts';
import { clearPassportFields } from '../passengers/passenger-fields.ts';

/** The passenger form, also with the passports; a reload clears it. (STATUS-05) */
let draft: PassengerForm | undefined;
/** The seats and bags of an offer, which only this offer has. They outlive an accepted price. (EXTRA-04) */
let extrasDraft: { offerId: string; extras: ChosenExtras } | undefined;

const storageKey = 'passengerDraft';
const lifetimeMs = 3600_000;

/** Session storage is untrusted input: undefined for an invalid or old value. */
function readStoredDraft(): PassengerForm | undefined {
  const { savedAt, passengers } = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')) as Partial<
    Record<'passengers' | 'savedAt', unknown>
  >;
  if (!(Number(savedAt) > Date.now() - lifetimeMs)) return undefined;
  const parsed = passengerFieldsSchema.array().safeParse(passengers);
  return parsed.success ? { passengers: parsed.data } : undefined;
}

/**
 * Keeps the form when the traveller goes to the results and back, and without passports when the page is reloaded: in this tab, for
 * an hour. Signing out clears the storage. (STATUS-05)
 */
export function saveDraft(form: PassengerForm | undefined): void {
  draft = form;
  if (!form) extrasDraft = undefined;
  try {
    if (form)
      sessionStorage.setItem(
        storageKey,
        JSON.stringify({ savedAt: Date.now(), ...clearPassportFields(form) }),
      );
    else sessionStorage.removeItem(storageKey);
  } catch (error) {
    console.warn('could not store the passengers for a reload', error);
  }
}

export function readDraft(): PassengerForm | undefined {
  try {
    const stored = readStoredDraft();
    if (!stored) saveDraft(undefined);
    return stored && (draft ?? stored);
  } catch (error) {
    console.warn('could not read the stored passengers of this tab', error);
    return draft;
  }
}

export const saveExtras = (offerId: string, extras: ChosenExtras): void => {
  extrasDraft = { offerId, extras };
};
export const readExtras = (offerId: string): ChosenExtras =>
  extrasDraft?.offerId === offerId ? extrasDraft.extras : noExtras;
