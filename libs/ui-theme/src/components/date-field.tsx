import CalendarDays from 'lucide-react/icons/calendar-days';
import { useState, type ReactNode } from 'react';
import { formatDateField } from '@fareline/presentation/formats';
import type { CalendarProps } from './calendar.tsx';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import { PopoverButton } from './popover-button.tsx';
import { Skeleton } from './skeleton.tsx';

/** The calendar; call `preload` when it is about to be needed. */
export const Calendar = lazyWithRetry(() => import('./calendar.tsx'));

export interface DateFieldProps extends CalendarProps {
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  onOpen?: () => void;
  /** Shown below the calendar while a visible day has a note. */
  footer?: ReactNode;
}

/** A button with the selected date ("Dec 05, 2026") that opens a calendar; the calendar's code is loaded on hover or focus. */
export function DateField({
  placeholder = 'Choose a date',
  disabled,
  id,
  className,
  onOpen,
  footer,
  ...calendar
}: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const { 'aria-required': _required, ...control } = useFieldControl({ id });
  const panel = (
    <>
      <Calendar
        fallback={<Skeleton className="ui-calendar-skeleton" />}
        {...calendar}
        onValueChange={(day) => {
          calendar.onValueChange(day);
          setOpen(false);
        }}
      />
      {footer && <p className="ui-date-field__footer">{footer}</p>}
    </>
  );
  return (
    <PopoverButton
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) onOpen?.();
      }}
      onPreload={Calendar.preload}
      panel={panel}
      panelProps={{ className: 'ui-date-field__popover', 'aria-label': 'Calendar' }}
      className={classNames('ui-input ui-date-field', className)}
      disabled={disabled}
      data-empty={!calendar.value || undefined}
      {...control}
    >
      <CalendarDays size={18} />
      <span className="ui-date-field__text">
        {calendar.value ? formatDateField(calendar.value) : placeholder}
      </span>
    </PopoverButton>
  );
}
