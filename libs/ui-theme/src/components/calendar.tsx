import { createContext, use, type ComponentProps } from 'react';
import { DayButton, DayPicker, Week, type Modifiers } from 'react-day-picker';
import { mobileBreakpoint, useMediaQuery } from '../hooks/use-media-query.ts';

/** A short text shown below a day. */
export interface DayNote {
  text: string;
  /** The full text, added to the day's accessible name: "from $312, seen 2 hours ago". */
  label: string;
  strong: boolean;
}

/** A range of days that the calendar shows. `value` is the end of it that a press changes. */
export interface CalendarRange {
  /** `yyyy-MM-dd`, as is `end`. */
  start: string | undefined;
  end: string | undefined;
  /** Added to the accessible names of the two days: "departure" and "return". */
  names: { start: string; end: string };
  /** The first day that the start can have; earlier months are not shown. */
  min: string;
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
  /** Leaves room for notes while there are none, so that the days do not change their size. */
  hasRoomForNotes?: boolean;
  range?: CalendarRange | undefined;
}

const noNotes: ReadonlyMap<string, DayNote> = new Map();
const NotesContext = createContext(noNotes);

function DayWithNote({ children, ...props }: ComponentProps<typeof DayButton>) {
  const note = use(NotesContext).get(toIsoDay(props.day.date));
  return (
    <DayButton {...props}>
      {children}
      {note && (
        <>
          {' '}
          <span translate="no" className="ui-calendar__note" data-strong={note.strong || undefined}>
            {note.text}
          </span>
        </>
      )}
    </DayButton>
  );
}

const FirstDayContext = createContext<string | undefined>(undefined);

/** No week that ends before the first day. */
function WeekFromFirstDay(props: ComponentProps<typeof Week>) {
  const firstDay = use(FirstDayContext);
  const lastDay = props.week.days.at(-1);
  const isPast = firstDay !== undefined && lastDay !== undefined && toIsoDay(lastDay.date) < firstDay;
  return <Week {...props} hidden={isPast} />;
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

/** The names of a day in a range: "departure", "return", or both for a trip of one day. */
function getRangeNames({ start, end, names }: CalendarRange, day: string): string[] {
  return [...(day === start ? [names.start] : []), ...(day === end ? [names.end] : [])];
}

/** The matchers of the range's days; all of them are selected for screen readers. */
function toRangeModifiers({ start, end }: CalendarRange) {
  const [from, to] = [start && toDate(start), end && toDate(end)];
  const days = from && to ? { from, to } : from || to || undefined;
  if (!days) return {};
  return {
    selected: days,
    ...(from && to && from < to
      ? { range_start: from, range_end: to, range_middle: { after: from, before: to } }
      : {}),
  };
}

const countMonths = (from: Date, to: Date): number =>
  (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();

/** The first month to show: that of the range's start while the value is in it or in the next month. */
function getFirstMonth(value: Date | undefined, range: CalendarRange | undefined): Date | undefined {
  const start = range?.start ? toDate(range.start) : undefined;
  if (!start || !value) return value ?? start;
  return countMonths(start, value) === 1 ? start : value;
}

/** Below each other on a phone, so that a later month is a swipe away: a year, which is what airlines sell. */
const monthsOfRange = 13;

/** Shows two months from 768 px, on a phone one, or the months of a year for a range within it. Days outside of `min` and `max` are disabled. */
export default function Calendar({
  value,
  onValueChange,
  min,
  max,
  captionLayout = 'label',
  notes = noNotes,
  hasRoomForNotes = notes.size > 0,
  range,
}: CalendarProps) {
  const isWide = useMediaQuery(`(min-width: ${mobileBreakpoint}px)`);
  const selected = value ? toDate(value) : undefined;
  const first = min ? toDate(min) : undefined;
  const last = max ? toDate(max) : undefined;
  const startMonth = range ? toDate(range.min) : first;
  const isColumn =
    !isWide && startMonth && range && countMonths(startMonth, selected ?? startMonth) < monthsOfRange;
  const months = isColumn ? monthsOfRange : isWide && captionLayout === 'label' ? 2 : 1;
  const firstMonth = isColumn ? startMonth : months === 2 ? getFirstMonth(selected, range) : selected;
  const disabledDays = [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])];
  const formatDayLabel = (date: Date, modifiers: Modifiers) => {
    const day = toIsoDay(date);
    const note = notes.get(day);
    return [
      // What is shown comes first, so that it can be said to press the day. (WCAG 2.2, 2.5.3)
      ...(note ? [`${date.getDate()} ${note.text}`] : []),
      ...(modifiers.today ? ['Today'] : []),
      dayLabelFormat.format(date),
      ...(range ? getRangeNames(range, day) : modifiers.selected ? ['selected'] : []),
      ...(note ? [note.label] : []),
    ].join(', ');
  };
  return (
    <NotesContext value={notes}>
      <FirstDayContext value={isColumn ? range?.min : undefined}>
        <DayPicker
          mode="single"
          className="ui-calendar"
          data-has-notes={hasRoomForNotes || undefined}
          data-column={isColumn || undefined}
          hideNavigation={isColumn === true}
          captionLayout={captionLayout}
          numberOfMonths={months}
          selected={selected}
          modifiers={range ? toRangeModifiers(range) : {}}
          defaultMonth={firstMonth ?? first ?? last ?? new Date()}
          disabled={disabledDays}
          autoFocus
          components={{ DayButton: DayWithNote, Week: WeekFromFirstDay }}
          labels={{ labelDayButton: formatDayLabel }}
          {...(startMonth ? { startMonth } : {})}
          {...(last ? { endMonth: last } : {})}
          onSelect={(_, pressedDay) => onValueChange(toIsoDay(pressedDay))}
        />
      </FirstDayContext>
    </NotesContext>
  );
}
