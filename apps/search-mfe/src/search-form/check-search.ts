import { searchFieldsSchema, tooManyInfants, tooManyTravellers, travellerLimits } from '@fareline/contracts';
import { today } from '@fareline/ui-theme';
import { queryOf, type SearchFormValues } from './form-values.ts';

export type FormField =
  'origin' | 'destination' | 'departureDate' | 'returnDate' | 'travellers' | 'cabinClass';
export type FieldErrors = Partial<Record<FormField, string>>;

export type SearchCheck =
  | { ok: true }
  /** Something beside a field, and for rules between fields also a sentence for a toast. */
  | { ok: false; fields: FieldErrors; toast?: string };

function fieldOf(path: PropertyKey | undefined): FormField {
  return String(path).endsWith('Count') ? 'travellers' : (path as FormField);
}

/** The checks before any call: each field by itself, then the rules between them. (FORM-15 to FORM-23, SUPPORT-06, SUPPORT-09) */
export function checkSearch(values: SearchFormValues, now = new Date()): SearchCheck {
  const query = queryOf(values);
  const fields: FieldErrors = {};
  const parsed = searchFieldsSchema.safeParse({
    ...query,
    departureDate: query.departureDate || undefined,
  });
  for (const issue of parsed.error?.issues ?? []) fields[fieldOf(issue.path[0])] ??= issue.message;
  if (Object.keys(fields).length > 0) return { ok: false, fields };

  const refuse = (field: FormField, message: string): SearchCheck => ({
    ok: false,
    fields: { [field]: message },
    toast: message,
  });
  const travellers = query.adultsCount + query.childrenCount + query.infantsCount;
  if (travellers > travellerLimits.total) return refuse('travellers', tooManyTravellers);
  if (query.infantsCount > query.adultsCount) return refuse('travellers', tooManyInfants);
  if (query.origin === query.destination)
    return refuse('destination', 'Origin and destination cannot be the same');
  if (query.departureDate < today(now))
    return refuse('departureDate', 'Departure date cannot be in the past');
  if (query.returnDate && query.returnDate < query.departureDate)
    return refuse('returnDate', 'Return date must be after departure date');
  return { ok: true };
}
