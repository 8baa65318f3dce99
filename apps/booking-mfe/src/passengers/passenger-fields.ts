import type {
  BookingRequest,
  Offer,
  PassengerFields,
  PassengerForm,
  PassengerType,
} from '@fareline/contracts';
import { passportFields } from '@fareline/contracts/schemas';
import type { ReadPhone } from './phone.ts';

/** In the order of the form. */
export const passengerLabels: Record<PassengerType, string> = {
  adult: 'Adult (12+ years)',
  child: 'Child (2-11 years)',
  infant_without_seat: 'Infant (under 2 years)',
};

const emptyFields = (id: string, type: PassengerType): PassengerFields => ({
  id,
  type,
  title: '',
  gender: '',
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  email: '',
  phone: '',
  passportNumber: '',
  passportExpiryDate: '',
  passportIssuingCountry: '',
});

/** One empty block per passenger of the offer, adults first: the first one is the primary passenger. (PAX-02, PAX-07) */
export function emptyForm(offer: Offer): PassengerForm {
  const order = Object.keys(passengerLabels);
  const sorted = [...offer.passengers].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return { passengers: sorted.map(({ id, type }) => emptyFields(id, type)) };
}

/** Moves entered data to an offer with other passenger ids; a passenger whose type differs gets an empty block. */
export function applyFormToOffer(form: PassengerForm, offer: Offer): PassengerForm {
  return {
    checkInReminder: form.checkInReminder,
    minorsConsent: form.minorsConsent,
    passengers: emptyForm(offer).passengers.map((empty, index) => {
      const entered = form.passengers[index];
      return entered?.type === empty.type ? { ...entered, id: empty.id } : empty;
    }),
  };
}

export const clearPassportFields = (form: PassengerForm): PassengerForm => ({
  ...form,
  passengers: form.passengers.map((passenger) => ({
    ...passenger,
    ...Object.fromEntries(passportFields.map((field) => [field, ''])),
  })),
});

const genderByTitle: Partial<Record<PassengerFields['title'], 'male' | 'female'>> = {
  mr: 'male',
  ms: 'female',
  mrs: 'female',
  miss: 'female',
};

/** The passengers of the booking request: without empty fields, phone numbers in E.164. (API-07, PROVIDER-39) */
export function toPassengers(form: PassengerForm, readPhone: ReadPhone): BookingRequest['passengers'] {
  return form.passengers.map((fields) => {
    const text = (value: string) => value.trim() || undefined;
    return {
      id: fields.id,
      type: fields.type,
      title: fields.title || undefined,
      gender: fields.gender || genderByTitle[fields.title],
      firstName: fields.firstName.trim(),
      lastName: fields.lastName.trim(),
      dateOfBirth: fields.dateOfBirth,
      email: text(fields.email),
      phone: readPhone(fields)?.number ?? text(fields.phone),
      passportNumber: text(fields.passportNumber),
      passportExpiryDate: text(fields.passportExpiryDate),
      passportIssuingCountry: text(fields.passportIssuingCountry),
    };
  });
}
