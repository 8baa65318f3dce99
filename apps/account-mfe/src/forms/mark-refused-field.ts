import type { ErrorCode } from '@fareline/contracts';
import { getServerMessage, ResponseError } from '@fareline/contracts/client';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Shows the message of a refusal beside the field that it is about, and moves the focus there; false if it is about none. */
export function markRefusedField<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setError'>,
  failure: unknown,
  fields: Partial<Record<ErrorCode, FieldPath<T>>>,
  title?: string,
): boolean {
  const code = failure instanceof ResponseError ? failure.code : undefined;
  const field = fields[code as ErrorCode];
  const message = getServerMessage(failure);
  if (!field || !message) return false;
  form.setError(field, { message: title ? `${title}: ${message}` : message }, { shouldFocus: true });
  return true;
}
