import type { BookingChange, CardDetails } from '@fareline/contracts';
import { changedOnce, chargedOnceChanged } from '@fareline/contracts/promises';
import {
  describeChangeCost,
  describeGivenUp,
  formatInstant,
  formatPrice,
  labelWithCode,
  listChangeParts,
} from '@fareline/presentation/formats';
import { Button, Card, PriceText, Sentence, useSecondsLeft } from '@fareline/ui-theme';
import { Alert, ChangeComparison } from '@fareline/ui-theme/widgets';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { CardEntry } from '../payment/card-entry.tsx';
import { cardResolver, emptyCard } from '../payment/card-rules.ts';
import { DeclineAlert } from '../payment/decline-alert.tsx';
import { TestModeNotice } from '../payment/payment-notices.tsx';
import { PaymentRefusedAlert, usePaymentWait } from '../payment/payment-refused-alert.tsx';
import { useCardEntry } from '../payment/use-card-entry.ts';
import { Bags, Flights } from './change-contents.tsx';
import type { ChangedBooking } from './change-queries.ts';
import { isPaidByCard } from './complete-change.ts';
import { useChangePayment } from './use-change-payment.ts';

interface ChangeAgreementProps {
  bookingId: string;
  booking: ChangedBooking;
  change: BookingChange;
}

const titles = { flights: 'Change your flight', bags: 'Add bags' };
const actions = { flights: 'change the flight', bags: 'add the bags' };

/** "Pay $83.20 and change the flight", "Change the flight" */
function nameButton(change: BookingChange): string {
  const action = actions[change.kind];
  return isPaidByCard(change)
    ? `Pay ${formatPrice(change.charge_amount, change.currency)} and ${action}`
    : action.replace(/^./, (letter) => letter.toUpperCase());
}

/** Old and new, what it costs, what is agreed, and the card where there is something to pay. (TRIP-03, TRIP-04) */
export function ChangeAgreement({ bookingId, booking, change }: ChangeAgreementProps) {
  const { data } = booking;
  const { pathname } = useLocation();
  const cardForm = useForm<CardDetails>({ defaultValues: emptyCard, resolver: cardResolver });
  const card = useCardEntry(cardForm, change.charge_amount, change.currency, isPaidByCard(change));
  const payment = useChangePayment({ bookingId, change, url: pathname });
  const wait = usePaymentWait(payment.refusal);
  const expiry = change.expires_at === null ? undefined : Date.parse(change.expires_at);
  const isExpired = useSecondsLeft(expiry) === 0 && expiry !== undefined;
  const { isBusy, isAuthorised, sent, ended, unknown } = payment;
  const button = nameButton(change);
  const isPaid = isPaidByCard(change);
  const isOver = ended !== undefined || (isExpired && !isAuthorised && !sent && !isBusy);
  const givenUp = describeGivenUp(change.terms, change.removed_slices, data);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait.isWaiting) return;
    if (isPaid) card.submit({ isAuthorised, isSent: sent !== undefined, pay: payment.pay });
    else void payment.pay(undefined, () => undefined);
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
      <header className="lg:col-span-2">
        <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
          {titles[change.kind]}
        </h1>
        <p>
          Please look at it once more. Nothing is changed before you press the button below.
          {isPaid && ` ${chargedOnceChanged(change.currency)}`}
        </p>
      </header>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6" aria-busy={isBusy}>
        <Card className="grid grid-cols-1 gap-6 p-4 md:grid-cols-2 md:p-5">
          {change.kind === 'flights' ? (
            <>
              <Flights title="Before" slices={change.removed_slices} />
              <Flights title="New" slices={change.slices} />
            </>
          ) : (
            <Bags bags={change.bags} booking={data} />
          )}
        </Card>
        {givenUp && (
          <Alert variant="warning">
            <Sentence>{givenUp}</Sentence>
          </Alert>
        )}
        {isOver ? (
          <ChangeOver
            bookingId={bookingId}
            title={ended?.title ?? 'This price does not hold any more'}
            text={ended?.description ?? 'Nothing was changed or charged. Please choose again.'}
          />
        ) : (
          <>
            {isPaid && !isAuthorised && <TestModeNotice />}
            {isAuthorised && (
              <Alert title="Your card is held, not charged">
                We do not know yet whether the airline took the change. {changedOnce}
              </Alert>
            )}
            <DeclineAlert decline={payment.decline} isBusy={isBusy} card={card} />
            {isPaid && !isAuthorised && (
              <CardEntry
                {...card.entry}
                sent={sent}
                onAbandoned={(message) => {
                  card.clearCard();
                  payment.onAbandoned(message);
                }}
                button={button}
                disabled={isBusy}
              />
            )}
            <Terms booking={booking} change={change} />
            <Consent change={change} button={button} />
            {unknown && !isAuthorised && (
              <Alert variant="destructive" title="Nothing answered">
                {unknown.message ?? 'We do not know whether the airline was asked.'} Press the button to ask
                again: the change is made at most once.
              </Alert>
            )}
            {payment.refusal && <PaymentRefusedAlert refusal={payment.refusal} wait={wait} />}
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-between sm:text-end">
              {isBusy ? (
                <Button variant="ghost" size="large" disabled>
                  Back to your trip
                </Button>
              ) : (
                <Button asChild variant="ghost" size="large">
                  <Link to={`/my-trips/${bookingId}`}>Back to your trip</Link>
                </Button>
              )}
              <Button
                ref={card.submitButton}
                type="submit"
                size="large"
                loading={isBusy}
                aria-disabled={wait.isWaiting || undefined}
              >
                {isBusy ? 'Processing' : button}
              </Button>
            </div>
          </>
        )}
      </form>
      <PriceSummary change={change} expiry={isOver ? undefined : expiry} />
    </div>
  );
}

/** What holds of what is bought, beside the button. (RULE-02, RULE-03) */
function Terms({ booking: { data, moment }, change }: Pick<ChangeAgreementProps, 'booking' | 'change'>) {
  if (change.kind === 'bags')
    return (
      <p className="caption-text">
        Bags go with their flights: they are given up if you change those, and of a cancelled trip the airline
        says what it gives back.
      </p>
    );
  const isPart = change.removed.length < data.slices.length;
  return (
    <section aria-label="Before and after" className="grid grid-cols-1 gap-2">
      <ChangeComparison change={change} trip={data} moment={moment} />
      {isPart && (
        <p className="caption-text">
          The flights that stay keep their fare. When you cancel the whole trip, the stricter of the rules can
          hold.
        </p>
      )}
    </section>
  );
}

/** What is agreed with the button. */
function Consent({ change, button }: Pick<ChangeAgreementProps, 'change'> & { button: string }) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold">
        <Sentence>{`${describeChangeCost(change)}.`}</Sentence>
      </p>
      <p className="caption-text">
        With “{button}” you agree{' '}
        {change.kind === 'flights'
          ? 'to give up the old flights for the new ones at this price'
          : 'to buy these bags at this price'}
        , and accept the{' '}
        <Link className="underline" to="/terms-of-service" target="_blank">
          terms of service
        </Link>
        .
      </p>
    </div>
  );
}

/** The amount in its parts, and until when it holds. */
function PriceSummary({ change, expiry }: { change: BookingChange; expiry: number | undefined }) {
  const { currency, charge_amount, refund_amount, credit_amount } = change;
  const [label, amount] =
    Number(refund_amount) > 0
      ? ['Comes back', refund_amount]
      : Number(credit_amount) > 0
        ? ['Credit of the airline', credit_amount]
        : ['You pay', charge_amount];
  const lines =
    change.kind === 'flights'
      ? listChangeParts(change)
      : change.bags.map((bag) => ({ label: formatLine(bag), amount: bag.amount }));
  return (
    <Card asChild className="grid gap-3 p-4 max-lg:row-start-2 md:p-5 lg:sticky lg:top-24">
      <aside aria-label="Price">
        <h2 className="section-heading">Price</h2>
        <dl className="grid gap-2">
          {lines.map((line, index) => (
            <div key={index} className="flex justify-between gap-4">
              <dt className="text-text-muted">{line.label}</dt>
              <dd>
                <PriceText amount={line.amount} currency={currency} />
              </dd>
            </div>
          ))}
          <div className="border-t border-line flex items-baseline justify-between gap-4 pt-3 first:border-t-0 first:pt-0">
            <dt className="font-semibold">{labelWithCode(label, currency)}</dt>
            <dd>
              <PriceText size="large" amount={amount} currency={currency} />
            </dd>
          </div>
        </dl>
        {expiry !== undefined && (
          <p className="caption-text">
            {change.kind === 'flights' ? 'The airline holds this price until' : 'This price holds until'}{' '}
            <span className="figures">{formatInstant(expiry)}</span>.
          </p>
        )}
      </aside>
    </Card>
  );
}

const formatLine = ({ quantity }: BookingChange['bags'][number]) =>
  quantity === 1 ? '1 bag' : `${quantity} bags`;

interface ChangeOverProps {
  bookingId: string;
  title: string;
  text: string;
}

const ChangeOver = ({ bookingId, title, text }: ChangeOverProps) => (
  <Alert
    variant="destructive"
    title={title}
    action={
      <Button asChild>
        <Link to={`/my-trips/${bookingId}`}>Back to your trip</Link>
      </Button>
    }
  >
    {text}
  </Alert>
);
