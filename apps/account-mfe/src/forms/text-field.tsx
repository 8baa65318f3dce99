import { Field, Input, type FieldProps } from '@fareline/ui-theme';
import type { ComponentProps } from 'react';
import { useFormContext, type FieldError, get } from 'react-hook-form';

type TextFieldProps = { name: string; label: string; hint?: FieldProps['hint'] } & Omit<
  ComponentProps<'input'>,
  'name'
>;

/** Text input of the surrounding form, with its error below. */
export function TextField({ name, label, hint, className, ...props }: TextFieldProps) {
  const { register, formState } = useFormContext();
  const error = get(formState.errors, name) as FieldError | undefined;
  return (
    <Field label={label} hint={hint} error={error?.message} {...(className ? { className } : {})}>
      <Input {...props} {...register(name)} />
    </Field>
  );
}
