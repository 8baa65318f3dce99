import { invalidField, requiredField } from '../http/errors.ts';
import type { ListedOffer, RequestPassenger } from '../records.ts';
import type { PassengerInput } from './order-input.ts';

const TITLES = ['mr', 'ms', 'mrs', 'miss', 'dr'];
// Letters of Latin-1 and Latin Extended-A without the characters that airlines' systems reject.
const NAME = /^(?![ÆæĲĳŒœÞð])(?:[A-Za-zÀ-ÖØ-öø-ſ '-](?<![ÆæĲĳŒœÞð]))+$/u;
const PHONE = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** The age in whole years on a date; both dates as '2026-05-01'. */
function calculateAge(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years;
}

function checkAge(
  passenger: PassengerInput,
  offerPassenger: RequestPassenger,
  lastDeparture: string,
  pointer: string,
): void {
  const age = calculateAge(passenger.born_on, lastDeparture);
  const isMatch =
    age >= 0 &&
    (offerPassenger.age !== null
      ? age === offerPassenger.age
      : offerPassenger.type === 'adult'
        ? age >= 12
        : offerPassenger.type === 'child'
          ? age >= 2 && age < 18
          : age < 2);
  if (!isMatch)
    throw invalidField(
      `${pointer}/born_on`,
      'order_passengers_incompatible_with_offer',
      "Field 'born_on' does not match the age or type the offer was made for",
      'Passenger does not match the offer',
    );
}

function checkDocuments(
  passenger: PassengerInput,
  offer: ListedOffer,
  lastDeparture: string,
  pointer: string,
): void {
  const documents = passenger.identity_documents ?? [];
  if (offer.passenger_identity_documents_required && documents.length === 0)
    throw requiredField(`${pointer}/identity_documents`);
  documents.forEach((document, index) => {
    const documentPointer = `${pointer}/identity_documents/${index}`;
    if (!offer.supported_passenger_identity_document_types.some((type) => type === document.type))
      throw invalidField(
        `${documentPointer}/type`,
        'validation_inclusion',
        "Field 'type' is not a document the airline takes",
      );
    if (document.type !== 'passport') return;
    if (!document.issuing_country_code) throw requiredField(`${documentPointer}/issuing_country_code`);
    if (!document.expires_on) throw requiredField(`${documentPointer}/expires_on`);
    if (document.expires_on < lastDeparture)
      throw invalidField(
        `${documentPointer}/expires_on`,
        'validation_date_in_past',
        "Field 'expires_on' must not be before the last departure",
      );
  });
}

function checkPassenger(
  passenger: PassengerInput,
  offer: ListedOffer,
  lastDeparture: string,
  index: number,
): void {
  const pointer = `/passengers/${index}`;
  const offerPassenger = offer.passengers.find((candidate) => candidate.id === passenger.id);
  if (!offerPassenger)
    throw invalidField(
      `${pointer}/id`,
      'linked_record_not_found',
      "Field 'id' contains ID(s) of linked record(s) that were not found in your account",
      'Linked record(s) not found',
    );
  if (!TITLES.includes(passenger.title))
    throw invalidField(
      `${pointer}/title`,
      'invalid_passenger_title',
      "Field 'title' is not a title the airline takes",
    );
  for (const field of ['given_name', 'family_name'] as const)
    if (!NAME.test(passenger[field]) || passenger[field].length > 20)
      throw invalidField(
        `${pointer}/${field}`,
        'invalid_passenger_name',
        `Field '${field}' is not a name the airline takes`,
      );
  if (!EMAIL.test(passenger.email))
    throw invalidField(`${pointer}/email`, 'invalid_email_address', "Field 'email' is not an email address");
  if (!PHONE.test(passenger.phone_number))
    throw invalidField(
      `${pointer}/phone_number`,
      'invalid_phone_number',
      "Field 'phone_number' must be a number in E.164 form",
    );
  checkAge(passenger, offerPassenger, lastDeparture, pointer);
  checkDocuments(passenger, offer, lastDeparture, pointer);
}

function checkInfants(passengers: readonly PassengerInput[], offer: ListedOffer): void {
  const infants = offer.passengers
    .filter((passenger) => passenger.type === 'infant_without_seat')
    .map(({ id }) => id);
  const assignedInfants = passengers
    .map((passenger) => passenger.infant_passenger_id)
    .filter((id) => id !== null && id !== undefined);
  const wrongIndex = passengers.findIndex(
    ({ infant_passenger_id: id }) =>
      id && (!infants.includes(id) || assignedInfants.filter((other) => other === id).length > 1),
  );
  if (wrongIndex >= 0)
    throw invalidField(
      `/passengers/${wrongIndex}/infant_passenger_id`,
      'linked_record_not_found',
      "Field 'infant_passenger_id' must be the id of an infant that is assigned to one passenger",
      'Linked record(s) not found',
    );
  const unassignedInfant = infants.find((id) => !assignedInfants.includes(id));
  if (unassignedInfant !== undefined) {
    const adultIndex = passengers.findIndex(
      (passenger) =>
        offer.passengers.some(({ id, type }) => id === passenger.id && type === 'adult') &&
        !passenger.infant_passenger_id,
    );
    throw requiredField(`/passengers/${Math.max(0, adultIndex)}/infant_passenger_id`);
  }
}

/** Validates the passengers of a booking; throws Duffel's error for the first invalid field. */
export function checkPassengers(passengers: readonly PassengerInput[], offer: ListedOffer): void {
  const lastDeparture = offer.slices.at(-1)?.segments[0]?.departing_at.slice(0, 10) ?? '';
  passengers.forEach((passenger, index) => checkPassenger(passenger, offer, lastDeparture, index));
  const ids = new Set(passengers.map((passenger) => passenger.id));
  if (ids.size !== passengers.length || ids.size !== offer.passengers.length)
    throw invalidField(
      '/passengers',
      'validation_length',
      "Field 'passengers' must name every passenger of the offer once",
    );
  const names = new Set(
    passengers.map(({ given_name, family_name }) => `${given_name} ${family_name}`.toLowerCase()),
  );
  if (names.size !== passengers.length)
    throw invalidField(
      '/passengers',
      'duplicate_passenger_name',
      'An order cannot have two passengers of one name',
    );
  checkInfants(passengers, offer);
}
