import { describeCard, type BookingRecord, type ReviewCase } from '@fareline/contracts';
import { formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import { Badge, Button, LoadingText, Sentence } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { StaffPage } from '../layout/staff-page.tsx';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { ActionDialog, type PossibleAction } from './action-dialog.tsx';
import { CaseDecisions } from './case-decisions.tsx';
import {
  caseLabels,
  describeBookingCancellation,
  describePossible,
  formatMail,
  formatPastAction,
  formatPaymentState,
  formatState,
  formatDispute,
} from './review-labels.ts';
import { Line } from './line.tsx';
import { CallerChanges } from './caller-changes.tsx';
import { nameChange, RecordedChanges } from './recorded-changes.tsx';
import { recordQueryOptions } from './review-queries.ts';
import { RefundLines } from './refund-lines.tsx';
import { Section } from './section.tsx';

/** `/admin/bookings/:id`: one booking with all that is recorded of it, and what support can do. (REVIEW-01, REVIEW-02) */
export function Component() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(recordQueryOptions(id));
  return (
    <StaffPage title={data?.reference ? `Booking ${data.reference}` : 'Booking'}>
      <div className="grid gap-6">
        {data ? (
          <Record booking={data} isFetching={isFetching} onReload={() => void refetch()} />
        ) : (
          <>
            <h1 className="page-heading">Booking</h1>
            {error ? (
              <LoadFailure
                failure={error}
                title="The booking could not be loaded"
                isFetching={isFetching}
                onRetry={() => void refetch()}
              />
            ) : (
              <LoadingText>Loading the booking...</LoadingText>
            )}
          </>
        )}
      </div>
    </StaffPage>
  );
}

interface RecordProps {
  booking: BookingRecord;
  isFetching: boolean;
  onReload: () => void;
}

function Record({ booking, isFetching, onReload }: RecordProps) {
  const { reference, state, mode, brand, contactName, contactEmail, addressCorrection } = booking;
  const pending = addressCorrection?.pending;
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="page-heading flex flex-wrap items-center gap-3">
            Booking {reference ? <span translate="no">{reference}</span> : 'without a reference'}
          </h1>
          <p className="flex flex-wrap items-center gap-2">
            <Badge variant={state === 'needs_review' ? 'warning' : 'info'}>{formatState(state)}</Badge>
            {mode === 'test' && <Badge>TEST</Badge>}
            <span className="caption-text wrap-anywhere">
              {contactName}, {pending ? `${pending} (pending)` : contactEmail}, {brand}
            </span>
          </p>
        </div>
        <Button variant="secondary" loading={isFetching} onClick={onReload}>
          Reload
        </Button>
      </header>
      {addressCorrection && <AddressCorrection correction={addressCorrection} />}
      <Cases cases={booking.cases} />
      <Actions booking={booking} />
      <CallerChanges booking={booking} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Steps">
          <ol>
            {booking.steps.map(({ state: step, at }, index) => (
              <Line key={index} label={formatState(step)} value={formatInstant(at)} />
            ))}
          </ol>
        </Section>
        <Money booking={booking} />
        <RecordedChanges changes={booking.changes} />
        <Section title="Flights and passengers">
          <ul className="grid gap-1">
            {[...booking.flights, ...booking.passengers].map((line) => (
              <li key={line}>
                <Sentence>{line}</Sentence>
              </li>
            ))}
            {booking.trip.minors_consent && (
              <li>All passengers are under 16; the traveller agreed to that before paying.</li>
            )}
          </ul>
        </Section>
        <Section title="Mails" empty={booking.mails.length === 0 && 'No mail was sent.'}>
          {booking.mailProblem && <MailProblem problem={booking.mailProblem} />}
          <ul>
            {booking.mails.map(({ kind, sentAt }, index) => (
              <Line
                key={index}
                label={formatMail(kind)}
                value={sentAt ? `sent ${formatInstant(sentAt)}` : 'waiting'}
              />
            ))}
          </ul>
        </Section>
        <Section title="What support did" empty={booking.history.length === 0 && 'Nothing yet.'}>
          <ul className="grid gap-3">
            {booking.history.map(({ id, action, text, by, at }) => (
              <li key={id} className="wrap-anywhere">
                <p>
                  <strong>{formatPastAction(action)}</strong>
                  {text && `: ${action === 'resend' ? formatMail(text) : text}`}
                </p>
                <p className="caption-text">
                  <Sentence>
                    {by}, {formatInstant(at)}
                  </Sentence>
                </p>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

/** Why the traveller has to be called, and which address is to be corrected. */
function MailProblem({ problem }: { problem: NonNullable<BookingRecord['mailProblem']> }) {
  const { kind, address, mail, reason, at } = problem;
  return (
    <p className="wrap-anywhere">
      <strong>{formatMail(mail)}</strong>{' '}
      {kind === 'complained' ? 'was reported as spam by' : 'came back from'} {address}, {formatInstant(at)}
      {reason && `: ${reason}`}
    </p>
  );
}

/** What waits since the address was corrected, which no action of support does. (GUARD-11) */
function AddressCorrection({
  correction: { pending, former, until },
}: {
  correction: NonNullable<BookingRecord['addressCorrection']>;
}) {
  return (
    <Alert variant="warning" title="The address was corrected" className="wrap-anywhere">
      {pending && (
        <p>
          {pending} is pending: all mails wait until the code that was sent there is entered. You can send it
          again, or correct the address once more.
        </p>
      )}
      {until && (
        <p>
          <Sentence>
            {`Until ${formatInstant(until)} the traveller cannot cancel or change, unless ${former} says yes. You can: please make sure that the caller has booked.`}
          </Sentence>
        </p>
      )}
    </Alert>
  );
}

function Money({ booking }: { booking: BookingRecord }) {
  const { amount, currency, payment, order } = booking;
  const card = payment.card && describeCard(payment.card);
  return (
    <Section title="Money">
      <ul>
        <Line label="Agreed" value={formatPriceWithCode(amount, currency)} />
        <Line label="Card" value={[card, formatPaymentState(payment.state)].filter(Boolean).join(', ')} />
        <Line label="Card provider" value={payment.intentId ?? 'no payment'} />
        {payment.dispute && (
          <Line
            label="Dispute"
            value={formatDispute(
              payment.dispute,
              formatPriceWithCode(payment.disputeLost ?? amount, currency),
            )}
          />
        )}
        <Line
          label="Airline"
          value={order.amount ? formatPriceWithCode(order.amount, order.currency) : 'no order'}
        />
        {order.id && <Line label="Order" value={order.id} />}
        <Line label="Cancelling in My Trips" value={describeBookingCancellation(booking)} />
        <RefundLines booking={booking} />
      </ul>
    </Section>
  );
}

function Cases({ cases }: { cases: readonly ReviewCase[] }) {
  const open = cases.filter(({ closedAt }) => closedAt === null);
  if (open.length === 0) return null;
  return (
    <Section title="Open cases">
      <ul className="grid gap-3">
        {open.map((reviewCase) => (
          <li key={reviewCase.id} className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
            <span className="wrap-anywhere">
              <strong>{caseLabels[reviewCase.kind] ?? reviewCase.kind}</strong>:{' '}
              <Sentence>{reviewCase.summary}</Sentence>{' '}
              <span className="caption-text">
                <Sentence>Since {formatInstant(reviewCase.openedAt)}</Sentence>
              </span>
            </span>
            <div className="flex flex-wrap gap-3">
              <CaseDecisions reviewCase={reviewCase} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Actions({ booking }: { booking: BookingRecord }) {
  const [chosen, setChosen] = useState<PossibleAction>();
  // Two changes that are not paid have the same actions.
  const actions = booking.actions.map((possible) => {
    const change = booking.changes.find(({ id }) => id === possible.changeId);
    const about = change && nameChange(change);
    return { about, possible: about ? { ...possible, effect: `${about}: ${possible.effect}` } : possible };
  });
  // As it is possible by the newest record.
  const current = actions.find(({ possible }) => chosen && toActionKey(possible) === toActionKey(chosen));
  return (
    <Section title="What you can do">
      <ul className="grid gap-3">
        {actions.map(({ about, possible }) => (
          <li
            key={toActionKey(possible)}
            className="grid gap-x-4 gap-y-2 md:grid-cols-[12rem_minmax(0,1fr)] md:items-center"
          >
            <Button variant="secondary" onClick={() => setChosen(possible)}>
              {describePossible(possible).label} {about && <span className="sr-only">({about})</span>}
            </Button>
            <p className="wrap-anywhere">
              <Sentence>{possible.effect}</Sentence>
            </p>
          </li>
        ))}
      </ul>
      {chosen && (
        <ActionDialog
          booking={booking}
          possible={current?.possible ?? chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Section>
  );
}

const toActionKey = ({ action, mail, changeId }: PossibleAction) => `${action} ${mail ?? changeId ?? ''}`;
