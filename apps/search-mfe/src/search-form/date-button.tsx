import { formatDateField } from '@fareline/presentation/formats';
import { classNames, useFieldControl } from '@fareline/ui-theme';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useId, type ComponentProps } from 'react';

interface DateButtonProps extends Omit<ComponentProps<'button'>, 'value'> {
  /** `yyyy-MM-dd` */
  value: string | undefined;
  placeholder: string;
}

/** Hides the icon between 1024 and 1280 px, where the row has no room for it. */
const narrow = 'lg:max-xl:px-2.5 lg:max-xl:[&>svg]:hidden';

/** Marks the date that the open calendar changes. */
const active = 'aria-expanded:border-primary-ink aria-expanded:bg-primary-soft';

/** A field with a date ("Dec 05, 2026") that opens the calendar. The date is its description for screen readers. (FORM-06) */
export function DateButton({ value, placeholder, className, ...button }: DateButtonProps) {
  const textId = useId();
  const { 'aria-required': _required, ...control } = useFieldControl({ 'aria-describedby': textId });
  return (
    <button
      type="button"
      className={classNames('ui-input ui-date-field', narrow, active, className)}
      aria-haspopup="dialog"
      data-empty={!value || undefined}
      {...control}
      {...button}
    >
      <CalendarDays size={18} />
      <span id={textId} className="ui-date-field__text">
        {value ? formatDateField(value) : placeholder}
      </span>
    </button>
  );
}
