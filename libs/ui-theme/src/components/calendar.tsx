import { createContext, use, type ComponentProps } from 'react';
import { DayButton, DayPicker } from 'react-day-picker';
import { mobileBreakpoint, useMediaQuery } from '../hooks/use-media-query.ts';

/** A short text shown below a day. */
export interface DayNote {
  text: string;
  /** The full text, added to the day's accessible name: "from $312, seen 2 hours ago". */
  label: string;
  strong: boolean;
}

export interface CalendarProps {
  /** `yyyy-MM-dd`, as are `min` and `max`. */
  value: string | undefined;
  onValueChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** `dropdown` adds selects for month and year, for distant dates such as birthdays. */
  captionLayout?: 'label' | 'dropdown';
  /** Notes by day, `yyyy-MM-dd`. */
  notes?: ReadonlyMap<string, DayNote> | undefined;
}

const noNotes: ReadonlyMap<string, DayNote> = new Map();
const NotesContext = createContext(noNotes);

function DayWithNote({ children, ...props }: ComponentProps<typeof DayButton>) {
  const note = use(NotesContext).get(toIsoDay(props.day.date));
  return (
    <DayButton {...props}>
      {children}
      {note && (
        <span aria-hidden className="ui-calendar__note" data-strong={note.strong || undefined}>
          {note.text}
        </span>
      )}
    </DayButton>
  );
}

const dayLabelFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function toIsoDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Shows one month on a phone, two from 768 px. Days outside of `min` and `max` are disabled. */
export default function Calendar({
  value,
  onValueChange,
  min,
  max,
  captionLayout = 'label',
  notes = noNotes,
}: CalendarProps) {
  const isWide = useMediaQuery(`(min-width: ${mobileBreakpoint}px)`);
  const selected = value ? toDate(value) : undefined;
  const first = min ? toDate(min) : undefined;
  const last = max ? toDate(max) : undefined;
  const disabledDays = [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])];
  const formatDayLabel = (date: Date, modifiers: { today?: boolean; selected?: boolean }) =>
    [
      ...(modifiers.today ? ['Today'] : []),
      dayLabelFormat.format(date),
      ...[notes.get(toIsoDay(date))?.label ?? []].flat(),
      ...(modifiers.selected ? ['selected'] : []),
    ].join(', ');
  return (
    <NotesContext value={notes}>
      <DayPicker
        mode="single"
        className="ui-calendar"
        data-has-notes={notes.size > 0 || undefined}
        captionLayout={captionLayout}
        numberOfMonths={isWide && captionLayout === 'label' ? 2 : 1}
        selected={selected}
        defaultMonth={selected ?? first ?? last ?? new Date()}
        disabled={disabledDays}
        autoFocus
        components={{ DayButton: DayWithNote }}
        labels={{ labelDayButton: formatDayLabel }}
        {...(first ? { startMonth: first } : {})}
        {...(last ? { endMonth: last } : {})}
        onSelect={(date) => date && onValueChange(toIsoDay(date))}
      />
    </NotesContext>
  );
}
