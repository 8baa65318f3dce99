import { today } from '@fareline/presentation/formats';
import { Button, Calendar, PopoverPanel, Skeleton, useMediaQuery, type DayNote } from '@fareline/ui-theme';
import { useRef, type RefObject } from 'react';
import type { SearchFormValues } from './form-values.ts';
import { describeTrip } from './trip-length.ts';
import { DateSheet } from './lazy-date-sheet.ts';
import type { DateEnd } from './use-date-calendar.ts';
import { aboveMobile } from '../media-queries.ts';

interface DateCalendarProps {
  id: string;
  values: SearchFormValues;
  activeEnd: DateEnd;
  onActiveEndChange: (end: DateEnd) => void;
  /** Changes with every press of a field, which shows the month of its date. */
  openings: number;
  /** Prices of departure days. */
  notes: ReadonlyMap<string, DayNote>;
  footnote: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
  /** The group of the two fields. */
  anchor: RefObject<HTMLElement | null>;
  /** The field of the active date. */
  returnFocus: RefObject<HTMLElement | null>;
}

/** Below the fields and as wide as the form, so that the end of the panel is that of the form. */
function usePlace(anchor: RefObject<HTMLElement | null>) {
  return useRef({
    getBoundingClientRect() {
      const fields = anchor.current!.getBoundingClientRect();
      const form = anchor.current!.closest('form')!.getBoundingClientRect();
      return new DOMRect(form.x, fields.y, form.width, fields.height);
    },
  });
}

/** The one calendar of both dates: below the fields from 768 px, with its text beside it from 1024 px; a sheet on a phone. (FORM-06, FORM-08, FORM-09) */
export default function DateCalendar({
  values,
  activeEnd,
  openings,
  notes,
  footnote,
  ...props
}: DateCalendarProps) {
  const isWide = useMediaQuery(aboveMobile);
  const place = usePlace(props.anchor);
  const isReturn = activeEnd === 'return';
  const departureDate = values.departureDate;
  const returnDate = values.tripType === 'one-way' ? undefined : values.returnDate;
  const summary = describeTrip(departureDate, returnDate);
  const calendar = (
    <>
      <Calendar
        key={openings}
        fallback={<Skeleton className="ui-calendar-skeleton" />}
        value={isReturn ? returnDate : departureDate}
        onValueChange={props.onChoose}
        min={isReturn ? (departureDate ?? today()) : today()}
        notes={isReturn ? undefined : notes}
        hasRoomForNotes={notes.size > 0}
        range={{
          start: departureDate,
          end: returnDate,
          names: { start: 'departure', end: 'return' },
          min: today(),
        }}
      />
      {footnote && !isReturn && <p className="ui-date-field__footer">{footnote}</p>}
    </>
  );
  if (isWide)
    return (
      <PopoverPanel
        id={props.id}
        anchor={props.anchor}
        place={place}
        align="end"
        returnFocus={props.returnFocus}
        onClose={props.onClose}
        className="lg:grid lg:grid-cols-[auto_10rem] lg:gap-x-6 lg:[&>:first-child]:row-span-2"
        aria-label="Calendar"
      >
        {calendar}
        <div className="mt-3 flex items-center justify-between gap-4 lg:col-start-2 lg:row-start-2 lg:flex-col lg:items-start lg:self-end">
          <p className="text-small">{summary}</p>
          <Button variant="secondary" size="small" onClick={props.onClose}>
            Done
          </Button>
        </div>
      </PopoverPanel>
    );
  return (
    <DateSheet
      id={props.id}
      ends={[
        { end: 'departure', label: 'Departure', value: departureDate },
        ...(values.tripType === 'one-way'
          ? []
          : [{ end: 'return' as const, label: 'Return', value: returnDate }]),
      ]}
      activeEnd={activeEnd}
      onActiveEndChange={props.onActiveEndChange}
      summary={summary}
      returnFocus={props.returnFocus}
      onClose={props.onClose}
    >
      {calendar}
    </DateSheet>
  );
}
