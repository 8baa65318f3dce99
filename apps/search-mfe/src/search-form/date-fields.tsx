import { announce, Field } from '@fareline/ui-theme';
import { useId, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { DateButton } from './date-button.tsx';
import { useDayPrices } from './day-price-queries.ts';
import { moveReturnDate, type SearchFormValues } from './form-values.ts';
import { DateCalendar, preloadDateCalendar } from './lazy-calendar.ts';
import { formatPriceFootnote, toDayNotes } from './price-notes.ts';
import { describeTrip } from './trip-length.ts';
import { useDateCalendar, type DateEnd } from './use-date-calendar.ts';
import type { FieldErrors } from './validate-search.ts';
import { aboveMobile } from '../media-queries.ts';

/** Opens the calendar from another field. */
export interface DateFieldsHandle {
  open: () => void;
}

interface DateFieldsProps {
  ref?: Ref<DateFieldsHandle>;
  values: SearchFormValues;
  errors: FieldErrors;
  onChange: (changes: Partial<SearchFormValues>) => void;
}

/** On a phone the calendar stays open until Done, so that a mistake can be corrected. */
const isPhone = () => !window.matchMedia(aboveMobile).matches;

/** Side by side where the font leaves room for both dates, else below each other; an error is as wide as its field. */
const wholeDates = '*:min-w-max *:flex-1 *:basis-0 [&_.ui-field__error]:w-0 [&_.ui-field__error]:min-w-full';

/** Departure and return date with one calendar for both; the return is disabled for one-way. (FORM-04, FORM-06, FORM-08, FORM-09, SUPPORT-04) */
export function DateFields({ ref, values, errors, onChange }: DateFieldsProps) {
  const { days, load } = useDayPrices(values);
  const [now, setNow] = useState(0);
  const notes = useMemo(() => toDayNotes(days, now), [days, now]);
  const { activeEnd, openings, buttons, open, continueWith, close } = useDateCalendar();
  const group = useRef<HTMLDivElement>(null);
  const calendarId = useId();
  const isOneWay = values.tripType === 'one-way';

  function show(end: DateEnd) {
    open(end);
    if (end === 'return') return;
    setNow(Date.now());
    load();
  }

  useImperativeHandle(ref, () => ({ open: () => show('departure') }));

  function choose(day: string) {
    if (activeEnd === 'return') {
      onChange({ returnDate: day });
      announce(describeTrip(values.departureDate, day) ?? '');
      if (!isPhone()) close();
      return;
    }
    onChange({ departureDate: day });
    if (isOneWay) return close();
    announce(`${describeTrip(day, moveReturnDate(values, day))}. Choose the return date.`);
    continueWith('return');
  }

  const getButtonProps = (end: DateEnd) => ({
    ref: buttons[end],
    'aria-expanded': activeEnd === end,
    'aria-controls': activeEnd === end ? calendarId : undefined,
    onClick: () => show(end),
    onPointerEnter: preloadDateCalendar,
    onFocus: preloadDateCalendar,
  });

  return (
    <div ref={group} className={`flex flex-wrap gap-3 lg:gap-2 ${wholeDates}`}>
      <Field label="Departure" error={errors.departureDate} required>
        <DateButton
          value={values.departureDate}
          placeholder="Choose a date"
          {...getButtonProps('departure')}
        />
      </Field>
      <Field label="Return" error={errors.returnDate}>
        <DateButton
          value={isOneWay ? undefined : values.returnDate}
          placeholder={isOneWay ? 'One way' : 'Choose a date'}
          disabled={isOneWay}
          {...getButtonProps('return')}
        />
      </Field>
      {activeEnd && (
        <DateCalendar
          id={calendarId}
          values={values}
          activeEnd={activeEnd}
          onActiveEndChange={show}
          openings={openings}
          notes={notes}
          footnote={formatPriceFootnote(days, now)}
          onChoose={choose}
          onClose={close}
          anchor={group}
          returnFocus={buttons[activeEnd]}
        />
      )}
    </div>
  );
}
