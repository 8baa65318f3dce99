import { isString, readStored, writeStored } from '@fareline/contracts/client';
import { useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Keeps these text fields of a form in this tab, for who comes back to it; passwords are never among them. Returns the function that
 * forgets them once the form is sent.
 */
export function useKeptFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  formName: string,
  ...fields: FieldPath<Values>[]
): () => void {
  const key = `form ${formName}`;
  const { setValue, subscribe } = form;
  const [kept] = useState(fields);
  useEffect(() => {
    const stored = Object(readStored(key, 'a form')) as Record<string, unknown>;
    for (const field of kept)
      if (isString(stored[field]))
        setValue(field, stored[field] as FieldPathValue<Values, FieldPath<Values>>);
    return subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        writeStored(key, Object.fromEntries(kept.map((field) => [field, values[field]])), 'a form'),
    });
  }, [key, kept, setValue, subscribe]);
  return () => writeStored(key, undefined, 'a form');
}
