import { getCityName, type ChangeSearch, type Slice } from '@fareline/contracts';
import { getServerMessage } from '@fareline/contracts/client';
import { addDays, formatDateWithWeekday, today } from '@fareline/presentation/formats';
import { Card, DateField, Field, focusFirstInvalid, RemoteFragment, Sentence } from '@fareline/ui-theme';
import { Alert, Checkbox, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ChangedTrip } from './use-agreement.ts';

/** Airlines sell about a year. */
const maxDays = 360;

type Wish = ChangeSearch['slices'][number] & { isChanged: boolean };

/** What was asked for before, and the other flights as they are booked; the only one that can be changed is to be. */
const toWishes = ({ bookingData, change_options: options }: ChangedTrip, initial?: ChangeSearch): Wish[] =>
  bookingData.slices.map(({ origin, destination, departure_time: departure }, index) => {
    const asked = initial?.slices.find((slice) => slice.index === index);
    return {
      index,
      isChanged: options.slices.includes(index) && (asked !== undefined || options.slices.length === 1),
      origin: origin.iata_code ?? '',
      destination: destination.iata_code ?? '',
      departure_date: departure?.slice(0, 10) ?? '',
      ...asked,
    };
  });

/** By index of the slice. */
type Errors = Record<number, Partial<Record<'departure_date' | 'destination' | 'origin', string>>>;

function validate(wishes: readonly Wish[]): Errors {
  const errors: Errors = {};
  for (const [position, wish] of wishes.entries()) {
    if (!wish.isChanged) continue;
    const before = wishes[position - 1];
    const after = wishes[position + 1];
    const found: Errors[number] = {};
    if (!wish.origin) found.origin = 'Please choose an airport';
    if (!wish.destination) found.destination = 'Please choose an airport';
    else if (wish.destination === wish.origin) found.destination = 'Please choose another airport';
    if (!wish.departure_date || wish.departure_date < today())
      found.departure_date = 'Please choose a day from today on';
    else if (before && wish.departure_date < before.departure_date)
      found.departure_date = `Please choose a day after the flight on ${formatDateWithWeekday(before.departure_date)}`;
    else if (after && !after.isChanged && wish.departure_date > after.departure_date)
      found.departure_date = `Please choose a day before the flight on ${formatDateWithWeekday(after.departure_date)}`;
    if (Object.keys(found).length > 0) errors[wish.index] = found;
  }
  return errors;
}

interface ChangeSearchFormProps {
  trip: ChangedTrip;
  request: { isPending: boolean; error: unknown };
  /** What was asked for before. */
  initial?: ChangeSearch | undefined;
  onSearch: (search: ChangeSearch) => void;
  /** Contacts for what the form cannot do; staff has none. */
  help?: ReactNode;
}

/** Which flights of a trip are to be changed, and to which day and route. (TRIP-03) */
export function ChangeSearchForm({ trip, request, initial, onSearch, help }: ChangeSearchFormProps) {
  const [wishes, setWishes] = useState(() => toWishes(trip, initial));
  const [errors, setErrors] = useState<Errors>({});
  const [isEmpty, setEmpty] = useState(false);
  const { slices } = trip.bookingData;
  const change = (index: number, changes: Partial<Wish>) => {
    setWishes((current) => current.map((wish) => (wish.index === index ? { ...wish, ...changes } : wish)));
    setErrors((current) => ({ ...current, [index]: {} }));
    setEmpty(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending || getWaitSeconds(request.error) > 0) return;
    const changed = wishes.filter(({ isChanged }) => isChanged);
    const found = validate(wishes);
    setErrors(found);
    setEmpty(changed.length === 0);
    if (changed.length > 0 && Object.keys(found).length === 0)
      return onSearch({ slices: changed.map(({ isChanged: _, ...slice }) => slice) });
    focusFirstInvalid(event.currentTarget, '[role="checkbox"]:not(:disabled)');
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4" aria-label="New flights">
      {wishes.map((wish) => (
        <SliceWish
          key={wish.index}
          slice={slices[wish.index]!}
          wish={wish}
          errors={errors[wish.index] ?? {}}
          hasDeparted={!trip.change_options.slices.includes(wish.index)}
          onChange={(changes) => change(wish.index, changes)}
          help={help}
        />
      ))}
      {isEmpty && (
        <Alert variant="destructive" role="alert">
          Please choose which flight to change.
        </Alert>
      )}
      {request.error && getWaitSeconds(request.error) === 0 ? (
        <Alert variant="destructive" role="alert" title="The airline could not be asked">
          {getServerMessage(request.error) ?? 'Nothing answered. Please try again.'} {help}
        </Alert>
      ) : null}
      <div className="grid gap-3 sm:justify-items-start">
        <SubmitButton request={request} waitTitle="Many questions to the airline">
          Show other flights
        </SubmitButton>
      </div>
    </form>
  );
}

interface SliceWishProps {
  slice: Slice;
  wish: Wish;
  errors: Errors[number];
  hasDeparted: boolean;
  onChange: (changes: Partial<Wish>) => void;
  help: ReactNode;
}

function SliceWish({ slice, wish, errors, hasDeparted, onChange, help }: SliceWishProps) {
  const route = `${getCityName(slice.origin)} to ${getCityName(slice.destination)}`;
  return (
    <Card asChild className="grid grid-cols-1 gap-4 p-4 md:p-5">
      <fieldset>
        <legend className="sr-only">{route}</legend>
        <div>
          <p className="section-heading" aria-hidden>
            {route}
          </p>
          <p className="caption-text">
            <Sentence>{`${formatDateWithWeekday(slice.departure_time)}, ${slice.segments
              .map(({ flight_number: number }) => number)
              .filter(Boolean)
              .join(', ')}`}</Sentence>
          </p>
        </div>
        {hasDeparted ? (
          <p>This flight has departed.</p>
        ) : (
          <Checkbox
            label="Change this flight"
            checked={wish.isChanged}
            onCheckedChange={(checked) => onChange({ isChanged: checked === true })}
          />
        )}
        {wish.isChanged && (
          <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-3">
            <RouteField
              label="From"
              value={wish.origin}
              error={errors.origin}
              onValueChange={(origin) => onChange({ origin })}
              help={help}
            />
            <RouteField
              label="To"
              value={wish.destination}
              error={errors.destination}
              onValueChange={(destination) => onChange({ destination })}
              help={help}
            />
            <Field label="New date" error={errors.departure_date} required>
              <DateField
                value={wish.departure_date}
                min={today()}
                max={addDays(today(), maxDays)}
                onValueChange={(departure_date) => onChange({ departure_date })}
              />
            </Field>
          </div>
        )}
      </fieldset>
    </Card>
  );
}

interface RouteFieldProps {
  label: 'From' | 'To';
  /** IATA code. */
  value: string;
  error: string | undefined;
  onValueChange: (code: string) => void;
  help: ReactNode;
}

/** The airport field of the search; the booked airport alone where that cannot be loaded. */
const RouteField = ({ label, value, error, onValueChange, help }: RouteFieldProps) => (
  <RemoteFragment
    name="search/airport"
    props={{ label, value, error, onValueChange }}
    fallback={
      <div>
        <p className="font-semibold">{label}</p>
        <p translate="no">{value}</p>
        {label === 'To' && help && <p className="caption-text">Another route? {help}</p>}
      </div>
    }
  />
);
