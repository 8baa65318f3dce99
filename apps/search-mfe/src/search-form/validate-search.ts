import { checkSearchFields, checkSearchRules } from '@fareline/contracts';
import { today } from '@fareline/ui-theme';
import { toSearchQuery, type SearchFormValues } from './form-values.ts';

export type FormField =
  'origin' | 'destination' | 'departureDate' | 'returnDate' | 'travellers' | 'cabinClass';
export type FieldErrors = Partial<Record<FormField, string>>;

export type SearchValidation =
  | { ok: true }
  /** Something beside a field, and for rules between fields also a sentence for a toast. */
  | { ok: false; fields: FieldErrors; toast?: string };

const fieldOf = (field: string): FormField => (field.endsWith('Count') ? 'travellers' : (field as FormField));

/** The checks before any call: each field by itself, then the rules between them. (FORM-15 to FORM-23, SUPPORT-06, SUPPORT-09) */
export function validateSearch(values: SearchFormValues, now = new Date()): SearchValidation {
  const query = toSearchQuery(values);
  const fields: FieldErrors = {};
  for (const [field, problem] of Object.entries(checkSearchFields(query))) fields[fieldOf(field)] ??= problem;
  if (Object.keys(fields).length > 0) return { ok: false, fields };

  const refuse = (field: FormField, message: string): SearchValidation => ({
    ok: false,
    fields: { [field]: message },
    toast: message,
  });
  const broken = checkSearchRules(query);
  if (broken && broken.field !== 'returnDate') return refuse(fieldOf(broken.field), broken.message);
  if (query.departureDate < today(now))
    return refuse('departureDate', 'Departure date cannot be in the past');
  return broken ? refuse(fieldOf(broken.field), broken.message) : { ok: true };
}
