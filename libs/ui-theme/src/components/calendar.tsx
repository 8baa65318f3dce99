import { DayPicker } from 'react-day-picker';
import { mobileBreakpoint, useMediaQuery } from '../hooks/use-media-query.ts';

export interface CalendarProps {
  /** `yyyy-MM-dd`, as are `min` and `max`. */
  value: string | undefined;
  onValueChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** `dropdown` adds lists of months and years, for dates far away such as birthdays. */
  captionLayout?: 'label' | 'dropdown';
}

function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** One month on a phone, two from 768 px. Days outside `min` and `max` cannot be chosen. */
export default function Calendar({ value, onValueChange, min, max, captionLayout = 'label' }: CalendarProps) {
  const isWide = useMediaQuery(`(min-width: ${mobileBreakpoint}px)`);
  const selected = value ? toDate(value) : undefined;
  const first = min ? toDate(min) : undefined;
  const last = max ? toDate(max) : undefined;
  const outside = [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])];
  return (
    <DayPicker
      mode="single"
      className="ui-calendar"
      captionLayout={captionLayout}
      numberOfMonths={isWide && captionLayout === 'label' ? 2 : 1}
      selected={selected}
      defaultMonth={selected ?? first ?? last ?? new Date()}
      disabled={outside}
      autoFocus
      {...(first ? { startMonth: first } : {})}
      {...(last ? { endMonth: last } : {})}
      onSelect={(date) => date && onValueChange(toDay(date))}
    />
  );
}
