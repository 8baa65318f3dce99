import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  /** Tooltip, where the platform shows one. */
  title?: string;
  /** Options of a group stand together under its name. */
  group?: string;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  /** Shown while `value` is empty; not selectable. */
  placeholder?: string;
}

const renderOption = ({ value, label, title }: SelectOption) => (
  <option key={value} value={value} title={title}>
    {label}
  </option>
);

/** A native select, because it adapts to every phone and works without scripts. */
export function Select({ options, value, onValueChange, placeholder, className, ...props }: SelectProps) {
  const control = useFieldControl(props);
  return (
    <span className={classNames('ui-select', className)}>
      <select
        className="ui-input ui-select__control"
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        {...props}
        {...control}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.filter(({ group }) => group === undefined).map(renderOption)}
        {[...new Set(options.flatMap(({ group }) => group ?? []))].map((name) => (
          <optgroup key={name} label={name}>
            {options.filter(({ group }) => group === name).map(renderOption)}
          </optgroup>
        ))}
      </select>
      <ChevronDown className="ui-select__chevron" size={16} />
    </span>
  );
}
