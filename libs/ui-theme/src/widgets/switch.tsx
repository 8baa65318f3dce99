import { classNames } from '@fareline/ui-theme';
import { Switch as RadixSwitch } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';

export function Switch({
  label,
  className,
  id,
  ...props
}: ComponentProps<typeof RadixSwitch.Root> & { label: ReactNode }) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
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
