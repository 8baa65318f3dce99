import { formatCard, getBookingReference, type BookingResponse, type Offer } from '@fareline/contracts';
import {
  formatDateFull,
  formatDateWithWeekday,
  formatPriceWithCode,
  travellersLabel,
} from '@fareline/presentation/formats';
import { Button, Card, classNames, Sentence, useBrand } from '@fareline/ui-theme';
import { CalendarButton, CopyButton, NextSteps } from '@fareline/ui-theme/widgets';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'react-router';
import { listBagLines } from '../extras/chosen-extras.ts';
import type { BookingSummary } from '../payment/stored-attempts.ts';
import { formatSegmentName } from '../seats/passengers.ts';
import { needsSeat } from '../seats/selection.ts';
import { Credentials } from './credentials.tsx';
import { RouteLine } from './route-line.tsx';

interface ConfirmationStepProps {
  summary: BookingSummary;
  booking: BookingResponse;
}

const typeLabels = { adult: 'Adult', child: 'Child', infant_without_seat: 'Infant' };

const formatName = (person: BookingSummary['travellers'][number] | undefined): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : '';

const noSeat = 'No seat chosen';

/** The seat of each flight, such as "BA117 JFK to LHR: seat 31E", and the flights without one. */
function listSeats({ slices }: Offer, seats: BookingSummary['seats']): string[] {
  if (seats.length === 0) return [noSeat];
  const flights = slices.flatMap(({ segments }) => segments);
  return flights.map(({ id }) => {
    const seat = seats.find(({ segmentId }) => segmentId === id);
    return `${formatSegmentName(slices, id)}: ${seat ? `seat ${seat.designator}` : noSeat}`;
  });
}

/** What a passenger has bought, seats first. */
function listExtras(
  { offer, seats, bags }: BookingSummary,
  passenger: Offer['passengers'][number],
): string[] {
  const isOwn = (extra: { passengerId: string }) => extra.passengerId === passenger.id;
  return [
    ...(needsSeat(passenger) ? listSeats(offer, seats.filter(isOwn)) : []),
    ...listBagLines(offer, bags.filter(isOwn)).map(({ label }) => label),
  ];
}

/**
 * The confirmation: where to and when, booking reference, passengers, next steps, the details, then the new account. On narrow screens its
 * cards are items of the grid around it, which has the flights below the reference. (CONFIRM-01 to CONFIRM-10, LIST-04)
 */
export function ConfirmationStep({ summary, booking }: ConfirmationStepProps) {
  const { offer, contact } = summary;
  const brand = useBrand();
  const reference = getBookingReference(booking) ?? 'N/A';
  const [outbound] = offer.slices;
  const count = (type: string) => offer.passengers.filter((passenger) => passenger.type === type).length;
  const details: [label: string, value: string][] = [
    ['Booked on', formatDateFull(booking.created_at.slice(0, 10))],
    ['Card', booking.card ? formatCard(booking.card) : 'N/A'],
    ['Total paid', formatPriceWithCode(booking.total_amount, booking.total_currency)],
    ['Email', contact.email],
    ['Phone', contact.phone],
    ['Passengers', travellersLabel(count('adult'), count('child'), count('infant_without_seat'))],
    ['Booking ID', booking.id],
  ];
  return (
    <div data-confirmation className="grid grid-cols-1 gap-6 max-lg:not-print:contents">
      <p className="-order-3 hidden justify-between gap-4 print:flex">
        <strong>{brand.name}</strong>
        <span className="figures">{brand.contact.phone}</span>
      </p>
      <Card className="-order-2 grid gap-4 p-6">
        <h1
          className="flex items-center gap-2 text-large font-medium text-success-ink outline-offset-4"
          data-step-heading
          tabIndex={-1}
        >
          <CircleCheck size={22} />
          Booking Confirmed
        </h1>
        {outbound && (
          <div>
            <p className="wrap-anywhere text-display font-semibold md:text-hero">
              You’re going to {outbound.destination.city_name ?? outbound.destination.iata_code}
            </p>
            <p className="mt-1 mb-3 text-large text-text-muted">
              {offer.slices.map(({ departure_time }) => formatDateWithWeekday(departure_time)).join(' – ')}
            </p>
            <RouteLine from={outbound.origin} to={outbound.destination} />
          </div>
        )}
        <div>
          <p className="caption-text">Booking reference</p>
          <p className="flex flex-wrap items-center gap-4">
            <span className="text-display/body font-semibold tracking-[0.04em] figures" translate="no">
              {reference}
            </span>
            <CopyButton value={reference} label="Copy booking reference" />
          </p>
        </div>
        <p className="wrap-anywhere">
          <span className="print:hidden">A confirmation is on its way to {contact.email}.</span> Quote the
          reference to the airline and at the airport.
        </p>
        <div className="print:hidden">
          <CalendarButton id={booking.id} variant="primary" />
        </div>
      </Card>
      <Card className="p-6">
        <h2 id="passengers" className="section-heading">
          Passengers
        </h2>
        <ul className="mt-4 grid gap-4 print:grid-cols-2" aria-labelledby="passengers">
          {offer.passengers.map((passenger) => (
            <li key={passenger.id}>
              <p>
                <strong translate="no">
                  {formatName(summary.travellers.find((person) => person.id === passenger.id))}
                </strong>{' '}
                <span className="caption-text">{typeLabels[passenger.type]}</span>
              </p>
              {listExtras(summary, passenger).map((line) => (
                <p key={line}>
                  <Sentence>{line}</Sentence>
                </p>
              ))}
            </li>
          ))}
        </ul>
      </Card>
      <Card className="print:hidden grid gap-4 p-6">
        <h2 className="section-heading">What is next</h2>
        <NextSteps id={booking.id} slices={offer.slices} hasCalendar={false} />
      </Card>
      <Card className="p-6">
        <h2 className="section-heading">Your booking</h2>
        <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {details.map(([label, value]) => (
            <div key={label} className={label === 'Booking ID' ? 'print:hidden' : undefined}>
              <dt className="caption-text">{label}</dt>
              <dd className={classNames('wrap-anywhere', label === 'Booking ID' && 'caption-text')}>
                <Sentence>{value || 'N/A'}</Sentence>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {booking.accountCreated && booking.accountInfo && <Credentials account={booking.accountInfo} />}
      <div className="print:hidden flex flex-col gap-3 sm:flex-row">
        <Button asChild variant="secondary" size="large">
          <Link to="/my-trips">View My Trips</Link>
        </Button>
        <Button asChild variant="secondary" size="large">
          <Link to="/">Book Another Flight</Link>
        </Button>
      </div>
    </div>
  );
}
