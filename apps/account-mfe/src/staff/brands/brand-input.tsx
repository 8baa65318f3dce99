import { Field, Input, Select, Textarea } from '@fareline/ui-theme';
import { Controller, get, useFormContext, type FieldError, type RefCallBack } from 'react-hook-form';
import type { BrandField } from './brand-fields.ts';

/** First error message of a value or of the entries of a list. */
function findMessage(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map((entry) => findMessage(entry)).find(Boolean);
  return (error as FieldError | undefined)?.message;
}

/** Form field for one value of a brand. */
export function BrandInput({ field, readOnly }: { field: BrandField; readOnly: boolean }) {
  const { register, control, formState } = useFormContext();
  const { name, label, kind = 'text', options, hint } = field;
  const error = findMessage(get(formState.errors, name));
  const widthProps = kind === 'multiline' || kind === 'list' ? { className: 'sm:col-span-2' } : {};
  return (
    <Field label={label} hint={hint} error={error} {...widthProps}>
      {kind === 'multiline' && <Textarea rows={2} {...register(name)} />}
      {kind === 'text' && <Input readOnly={readOnly} {...register(name)} />}
      {kind === 'number' && <Input type="number" {...register(name, { valueAsNumber: true })} />}
      {(kind === 'list' || kind === 'select' || kind === 'colour') && (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur, ref } }) => {
            if (kind === 'select') {
              return (
                <Select
                  ref={ref}
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  options={(options ?? []).map((option) => ({ value: option, label: option }))}
                />
              );
            }
            if (kind === 'list') return <LinesInput ref={ref} value={value} onChange={onChange} />;
            return <ColourInput ref={ref} label={label} value={value} onChange={onChange} />;
          }}
        />
      )}
    </Field>
  );
}

interface ValueProps<T> {
  /** Gets the control that the focus moves to when the value is refused. */
  ref: RefCallBack;
  value: T;
  onChange: (value: T) => void;
}

/** Text area with one entry per line. */
function LinesInput({ ref, value, onChange }: ValueProps<string[]>) {
  return (
    <Textarea
      ref={ref}
      rows={3}
      defaultValue={value.join('\n')}
      onChange={(event) =>
        onChange(
          event.target.value
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        )
      }
    />
  );
}

/** Text input with the browser's colour picker beside it. */
function ColourInput({ ref, label, value, onChange }: ValueProps<string> & { label: string }) {
  return (
    <span className="flex items-center gap-2">
      <Input ref={ref} value={value} onChange={(event) => onChange(event.target.value)} spellCheck={false} />
      <input
        type="color"
        className="h-11 w-11 shrink-0"
        aria-label={`Pick the ${label.toLowerCase()}`}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
