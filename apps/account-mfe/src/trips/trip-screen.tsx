import { closeTrip, formatRoute, getBookingReference, getOpenChange } from '@fareline/contracts';
import { confirmationIsMailed } from '@fareline/contracts/promises';
import { call, currentUserQueryOptions } from '@fareline/contracts/client';
import { formatDateFull, today } from '@fareline/presentation/formats';
import { Badge, Button, Card, PhoneLink, toast, useBrand } from '@fareline/ui-theme';
import { DocumentButton, NextSteps, RefundLines } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { getFailureText } from '../forms/show-failure.ts';
import { AccountPage } from '../layout/account-page.tsx';
import { AddressCorrectionNotice } from './address-correction.tsx';
import { AirlineChangeNotice, AirlineChangeProblems } from './airline-change.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { LoadedTrip } from './loaded-trip.tsx';
import { MailProblemNotice } from './mail-problem.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { TripCancellation } from './trip-cancellation.tsx';
import { TripChanges } from './trip-changes.tsx';
import { TripFare } from './trip-fare.tsx';
import { TripFlights } from './trip-flights.tsx';
import { formatCountdown, isBeingCancelled } from './trip-labels.ts';
import { TripPassengers } from './trip-passengers.tsx';
import { TripPrice } from './trip-price.tsx';
import type { BookingDetails } from './trip-queries.ts';
import { TripReference } from './trip-reference.tsx';
import { TripTickets } from './trip-tickets.tsx';

/**
 * `/my-trips/:id`: all that is known of one trip, and what can be done, for its owner and for whom a mailed code has opened it.
 * (TRIP-01, TRIP-02, TRIP-06)
 */
export function Component() {
  const { id = '' } = useParams();
  return (
    <AccountPage title="Your trip">
      <LoadedTrip id={id}>
        {(booking) => (
          <>
            <WayBack />
            <Trip booking={booking} />
          </>
        )}
      </LoadedTrip>
    </AccountPage>
  );
}

/** Leads to all trips of the account, or from a trip that was opened with a code to the next one. */
function WayBack() {
  const { data: user } = useQuery(currentUserQueryOptions);
  return (
    <div className="print:hidden mb-4 flex flex-wrap items-center justify-between gap-3">
      <Link
        className="inline-flex items-center gap-2 font-medium text-primary-ink hover:underline"
        to={user ? '/my-trips' : '/find-trip'}
      >
        <ArrowLeft size={18} />
        {user ? 'My Trips' : 'Find another trip'}
      </Link>
      {user === null && <CloseTrip />}
    </div>
  );
}

/** Ends the session of a trip that was opened with a code on a shared computer. (TRIP-06) */
function CloseTrip() {
  const navigate = useNavigate();
  const close = useMutation({
    mutationFn: () => call(closeTrip),
    onSuccess: async ({ message }) => {
      await navigate('/find-trip');
      toast({ title: 'Trip closed', description: message });
    },
    onError: (failure) =>
      toast({ title: 'Not closed', description: getFailureText(failure), variant: 'destructive' }),
  });
  return (
    <Button variant="secondary" loading={close.isPending} onClick={() => close.mutate()}>
      Close this trip
    </Button>
  );
}

function formatDates({ bookingData: { slices } }: BookingDetails): string {
  const departure = formatDateFull(slices[0]?.departure_time);
  const arrival = formatDateFull(slices.at(-1)?.arrival_time);
  return departure === arrival ? departure : `${departure} – ${arrival}`;
}

function Trip({ booking }: { booking: BookingDetails }) {
  const [isCancelling, setIsCancelling] = useState(false);
  const { bookingData, status, refund } = booking;
  const departure = bookingData.slices[0]?.departure_time;
  const reference = getBookingReference(booking);
  const areFlightsCancelled = bookingData.airline_change?.is_cancelled ?? false;
  return (
    // On paper a family with its seats, bags and tickets has one sheet. (TRIP-02)
    <div className="grid grid-cols-1 gap-6 print:gap-3 print:[zoom:0.8]">
      <PrintHeader />
      <header className="grid gap-2">
        <h1 className="page-heading">{formatRoute(bookingData)}</h1>
        <p>
          {formatDates(booking)}{' '}
          {status === 'confirmed' && !areFlightsCancelled && (
            <span className="caption-text inline-block">{formatCountdown(departure, today())}</span>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <TripReference booking={booking} />
          {isBeingCancelled(booking) && <Badge variant="warning">Cancellation under way</Badge>}
          {!areFlightsCancelled && bookingData.earlier_slices && (
            <Badge variant="warning">Changed by the airline</Badge>
          )}
        </div>
        {status === 'pending' && (
          <p>The airline has not confirmed this booking yet. {confirmationIsMailed}</p>
        )}
      </header>
      {booking.address_correction && status === 'confirmed' && (
        <AddressCorrectionNotice correction={booking.address_correction} />
      )}
      {booking.mail_problem && <MailProblemNotice problem={booking.mail_problem} />}
      <AirlineChangeNotice booking={booking} onCancel={() => setIsCancelling(true)} />
      <div className="grid grid-cols-1 items-start gap-6 print:gap-3 lg:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid grid-cols-1 gap-6 print:gap-3">
          <Section title="Flights">
            {!getOpenChange(bookingData) && <AirlineChangeProblems booking={bookingData} />}
            <TripFlights booking={bookingData} />
          </Section>
          <Section title="Passengers">
            {status === 'confirmed' || status === 'completed' ? (
              <TripTickets booking={booking} />
            ) : (
              <TripPassengers booking={bookingData} />
            )}
          </Section>
          <Section title="Fare">
            <TripFare booking={booking} />
          </Section>
        </div>
        <div className="grid grid-cols-1 gap-6 print:gap-3">
          {status === 'confirmed' && reference && !areFlightsCancelled && (
            <Section title="What is next" className="print:hidden">
              <NextSteps id={booking.id} slices={bookingData.slices} />
              <ResendConfirmation id={booking.id} />
            </Section>
          )}
          {refund && (
            <Section title="Refund">
              <RefundLines refund={refund} />
            </Section>
          )}
          <Section title="Price">
            <TripPrice booking={booking} />
            {(status === 'completed' || status === 'cancelled' || areFlightsCancelled) && (
              <div className="print:hidden">
                <DocumentButton id={booking.id} />
              </div>
            )}
          </Section>
          {status === 'confirmed' && !isBeingCancelled(booking) && (
            <Section title="Change or add" className="print:hidden">
              <TripChanges booking={booking} />
            </Section>
          )}
          {status === 'confirmed' && (
            <Section title="Cancellation" className="print:hidden">
              <TripCancellation booking={booking} onCancel={() => setIsCancelling(true)} />
            </Section>
          )}
          <Section title="Help with this trip">
            <Contact reference={reference} />
          </Section>
        </div>
      </div>
      {isCancelling && <CancelDialog booking={booking} onClose={() => setIsCancelling(false)} />}
    </div>
  );
}

function PrintHeader() {
  const { name, contact } = useBrand();
  return (
    <p className="hidden justify-between gap-4 print:flex">
      <strong>{name}</strong>
      <span className="figures">{contact.phone}</span>
    </p>
  );
}

interface SectionProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function Section({ title, className = '', children }: SectionProps) {
  return (
    <Card asChild className={`grid grid-cols-1 gap-3 p-4 md:p-5 ${className}`}>
      <section aria-label={title}>
        <h2 className="section-heading">{title}</h2>
        {children}
      </section>
    </Card>
  );
}

/** Phone, mail and contact form of the brand. */
function Contact({ reference }: { reference: string | undefined }) {
  const { phone, email } = useBrand().contact;
  return (
    <>
      {reference && (
        <p>
          Quote the reference <span translate="no">{reference}</span>, to us and to the airline.
        </p>
      )}
      <ul className="grid gap-1 wrap-anywhere">
        {phone && (
          <li>
            Call <PhoneLink className="link-text whitespace-nowrap" phone={phone} label="trip" />
          </li>
        )}
        {email && (
          <li>
            <a className="link-text" href={`mailto:${email}`}>
              {email}
            </a>
          </li>
        )}
        <li className="print:hidden">
          <Link className="link-text" to="/contact">
            Write to us
          </Link>
        </li>
      </ul>
    </>
  );
}
