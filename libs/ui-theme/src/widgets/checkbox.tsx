import { classNames } from '@fareline/ui-theme';
import Check from 'lucide-react/icons/check';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

/** A checkbox with its label; `note` is a muted second text at the end of the row, such as a count. */
export function Checkbox({
  label,
  note,
  className,
  id,
  checked,
  ...props
}: ComponentProps<typeof RadixCheckbox.Root> & { checked: boolean; label: ReactNode; note?: ReactNode }) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const noteId = `${controlId}-note`;
  return (
    <div className={classNames('ui-choice', className)}>
      <RadixCheckbox.Root
        id={controlId}
        className="ui-checkbox"
        aria-describedby={note === undefined ? undefined : noteId}
        checked={checked}
        {...props}
      >
        {checked && <Check size={14} />}
      </RadixCheckbox.Root>
      <label className="ui-choice__label" htmlFor={controlId}>
        {label}
      </label>
      {note !== undefined && (
        <span className="ui-choice__note" id={noteId}>
          {note}
        </span>
      )}
    </div>
  );
}
