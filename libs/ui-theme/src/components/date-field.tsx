import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { formatDateField } from '../formats/local-time.ts';
import type { CalendarProps } from './calendar.tsx';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';
import { Skeleton } from './surfaces.tsx';

const loadCalendar = () => import('./calendar.tsx');
const Calendar = lazy(loadCalendar);

export interface DateFieldProps extends CalendarProps {
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  onOpen?: () => void;
  /** Under the calendar. */
  footer?: ReactNode;
}

/** A button with the chosen date ("Dec 05, 2026") that opens a calendar; the calendar's code comes when it is about to be needed. */
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
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) onOpen?.();
      }}
    >
      <PopoverTrigger asChild>
        <button
          type="button"
          className={classNames('ui-input ui-date-field', className)}
          disabled={disabled}
          data-empty={!calendar.value || undefined}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          {...control}
        >
          <CalendarDays aria-hidden size={18} strokeWidth={1.5} />
          <span className="ui-date-field__text">
            {calendar.value ? formatDateField(calendar.value) : placeholder}
          </span>
        </button>
      </PopoverTrigger>
      <PopoverContent className="ui-date-field__popover" aria-label="Calendar">
        <Suspense fallback={<Skeleton className="ui-calendar-skeleton" />}>
          <Calendar
            {...calendar}
            onValueChange={(day) => {
              calendar.onValueChange(day);
              setOpen(false);
            }}
          />
        </Suspense>
        {footer && <p className="ui-date-field__footer">{footer}</p>}
      </PopoverContent>
    </Popover>
  );
}
