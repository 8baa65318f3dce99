import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldControl | undefined>(undefined);

/** The attributes that tie a control to the label, hint and error of the Field around it. */
export function useFieldControl(
  own: { id?: string | undefined; 'aria-describedby'?: string | undefined } = {},
) {
  const field = useContext(FieldContext);
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field?.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  };
}

export interface FieldProps extends Omit<ComponentProps<'div'>, 'children'> {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** The id of the control; made up when left out. */
  controlId?: string;
}

/** A label, one control, and beneath it the error or else the hint. */
export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  hideLabel,
  controlId,
  className,
  ...props
}: FieldProps) {
  const generatedId = useId();
  const id = controlId ?? generatedId;
  const textId = `${id}-text`;
  const control = { id, describedBy: error || hint ? textId : undefined, invalid: Boolean(error), required };
  return (
    <div className={classNames('ui-field', className)} {...props}>
      <label className={hideLabel ? 'ui-visually-hidden' : 'ui-field__label'} htmlFor={id}>
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {error ? (
        <p className="ui-field__error" id={textId} role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p className="ui-field__hint" id={textId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
