import { classNames } from '@fareline/ui-theme';
import { RadioGroup as RadixRadioGroup } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

export interface RadioOption {
  value: string;
  label: ReactNode;
  /** A muted second text at the end of the row, such as a count. */
  note?: ReactNode;
}

export function RadioGroup({
  options,
  className,
  ...props
}: ComponentProps<typeof RadixRadioGroup.Root> & { options: readonly RadioOption[] }) {
  const idPrefix = useId();
  return (
    <RadixRadioGroup.Root className={classNames('ui-radio-group', className)} {...props}>
      {options.map((option) => (
        <div key={option.value} className="ui-choice">
          <RadixRadioGroup.Item id={`${idPrefix}-${option.value}`} className="ui-radio" value={option.value}>
            <RadixRadioGroup.Indicator className="ui-radio__indicator" />
          </RadixRadioGroup.Item>
          <label className="ui-choice__label" htmlFor={`${idPrefix}-${option.value}`}>
            {option.label}
          </label>
          {option.note !== undefined && <span className="ui-choice__note">{option.note}</span>}
        </div>
      ))}
    </RadixRadioGroup.Root>
  );
}
