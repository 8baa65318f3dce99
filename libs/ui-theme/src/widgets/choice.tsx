import { classNames } from '@fareline/ui-theme';
import Check from 'lucide-react/icons/check';
import { Checkbox as RadixCheckbox, RadioGroup as RadixRadioGroup, Switch as RadixSwitch } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

interface Labelled {
  label: ReactNode;
  /** A quiet second text at the end of the line, such as a count. */
  note?: ReactNode;
}

/** A box with its words; the whole line can be pressed. */
export function Checkbox({
  label,
  note,
  className,
  id,
  ...props
}: ComponentProps<typeof RadixCheckbox.Root> & Labelled) {
  const made = useId();
  const controlId = id ?? made;
  return (
    <div className={classNames('ui-choice', className)}>
      <RadixCheckbox.Root id={controlId} className="ui-checkbox" {...props}>
        <RadixCheckbox.Indicator className="ui-checkbox__mark">
          <Check size={14} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label className="ui-choice__label" htmlFor={controlId}>
        {label}
      </label>
      {note !== undefined && <span className="ui-choice__note">{note}</span>}
    </div>
  );
}

export interface RadioOption extends Labelled {
  value: string;
}

export function RadioGroup({
  options,
  className,
  ...props
}: ComponentProps<typeof RadixRadioGroup.Root> & { options: readonly RadioOption[] }) {
  const name = useId();
  return (
    <RadixRadioGroup.Root className={classNames('ui-radio-group', className)} {...props}>
      {options.map((option) => (
        <div key={option.value} className="ui-choice">
          <RadixRadioGroup.Item id={`${name}-${option.value}`} className="ui-radio" value={option.value}>
            <RadixRadioGroup.Indicator className="ui-radio__mark" />
          </RadixRadioGroup.Item>
          <label className="ui-choice__label" htmlFor={`${name}-${option.value}`}>
            {option.label}
          </label>
          {option.note !== undefined && <span className="ui-choice__note">{option.note}</span>}
        </div>
      ))}
    </RadixRadioGroup.Root>
  );
}

export function Switch({
  label,
  className,
  id,
  ...props
}: ComponentProps<typeof RadixSwitch.Root> & { label: ReactNode }) {
  const made = useId();
  const controlId = id ?? made;
  return (
    <div className={classNames('ui-choice', className)}>
      <RadixSwitch.Root id={controlId} className="ui-switch" {...props}>
        <RadixSwitch.Thumb className="ui-switch__thumb" />
      </RadixSwitch.Root>
      <label className="ui-choice__label" htmlFor={controlId}>
        {label}
      </label>
    </div>
  );
}
