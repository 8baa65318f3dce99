import { checkSearchFields, checkSearchRules } from '@fareline/contracts';
import { today } from '@fareline/presentation/formats';
import { toSearchQuery, type SearchFormValues } from './form-values.ts';

type FormField = 'origin' | 'destination' | 'departureDate' | 'returnDate' | 'travellers' | 'cabinClass';
export type FieldErrors = Partial<Record<FormField, string>>;

export type SearchValidation =
  | { ok: true }
  /** Messages beside fields; a violated rule between fields also has a message for a toast. */
  | { ok: false; fields: FieldErrors; toast?: string };

const toFormField = (field: string): FormField =>
  field.endsWith('Count') ? 'travellers' : (field as FormField);

/** Validates a form before any call: first each field, then the rules between fields. (FORM-15 to FORM-23, SUPPORT-06, SUPPORT-09) */
export function validateSearch(values: SearchFormValues, now = new Date()): SearchValidation {
  const query = toSearchQuery(values);
  const fields: FieldErrors = {};
  for (const [field, problem] of Object.entries(checkSearchFields(query)))
    fields[toFormField(field)] ??= problem;
  if (Object.keys(fields).length > 0) return { ok: false, fields };

  const reject = (field: FormField, message: string): SearchValidation => ({
    ok: false,
    fields: { [field]: message },
    toast: message,
  });
  const violation = checkSearchRules(query);
  if (violation && violation.field !== 'returnDate')
    return reject(toFormField(violation.field), violation.message);
  if (query.departureDate < today(now))
    return reject('departureDate', 'Departure date cannot be in the past');
  return violation ? reject(toFormField(violation.field), violation.message) : { ok: true };
}
