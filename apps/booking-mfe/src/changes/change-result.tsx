import type { BookingChange } from '@fareline/contracts';
import { madeChangeIsMailed, changeResultIsMailed, authorisedNotCharged } from '@fareline/contracts/promises';
import { Button, Card, LoadingText, PhoneLink, Sentence, useBrand } from '@fareline/ui-theme';
import { describeChange, describeGivenUp, formatPriceWithCode } from '@fareline/presentation/formats';
import { ChangeComparison } from '@fareline/ui-theme/widgets';
import { Link } from 'react-router';
import { CheckAgain } from '../payment/pending-booking.tsx';
import { Bags, Flights } from './change-contents.tsx';
import type { ChangedBooking } from './change-queries.ts';
import { isPaidByCard } from './complete-change.ts';

interface ChangeResultProps {
  bookingId: string;
  booking: ChangedBooking;
  change: BookingChange;
  onRefresh: () => void;
}

const titles = {
  done: { flights: 'Your flight is changed', bags: 'Your bags are added' },
  failed: { flights: 'Your flight was not changed', bags: 'Your bags were not added' },
  under_way: { flights: 'Waiting for the airline', bags: 'Waiting for the airline' },
  review: {
    flights: 'Your flight is changed, and not paid yet',
    bags: 'Your bags are added, and not paid yet',
  },
};

/** What became of a change. (TRIP-03, TRIP-04) */
export function ChangeResult({ bookingId, booking, change, onRefresh }: ChangeResultProps) {
  const { kind, state, terms, removed_slices } = change;
  if (state === 'quoted') return null;
  const { data, moment } = booking;
  const givenUp = describeGivenUp(terms, removed_slices, data);
  return (
    <Card className="mx-auto grid max-w-3xl gap-4 p-4 md:p-6">
      <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
        {titles[state][kind]}
      </h1>
      <ResultText change={change} onRefresh={onRefresh} />
      {state !== 'failed' &&
        (kind === 'flights' ? (
          <>
            <Flights
              title={state === 'under_way' ? 'The new flights' : 'Your new flights'}
              slices={change.slices}
            />
            {givenUp && (
              <p>
                <Sentence>{givenUp}</Sentence>
              </p>
            )}
            <ChangeComparison change={change} trip={data} moment={moment} />
          </>
        ) : (
          <Bags bags={change.bags} booking={data} />
        ))}
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to={`/my-trips/${bookingId}`}>See your trip</Link>
        </Button>
        {state === 'failed' && (
          <Button asChild variant="secondary">
            <Link to={`/my-trips/${bookingId}/${kind === 'flights' ? 'change' : 'extras'}`}>
              Choose again
            </Link>
          </Button>
        )}
      </div>
    </Card>
  );
}

function ResultText({ change, onRefresh }: Pick<ChangeResultProps, 'change' | 'onRefresh'>) {
  const { phone } = useBrand().contact;
  const notice = isPaidByCard(change) ? `${authorisedNotCharged} ` : '';
  switch (change.state) {
    case 'done':
      return (
        <>
          <p>
            <Sentence>{describeChange(change)}</Sentence>
          </p>
          <p>{madeChangeIsMailed}</p>
        </>
      );
    case 'under_way':
      return (
        <>
          <LoadingText isLong>The airline has your change and has not answered yet.</LoadingText>
          <p>
            {notice}
            {changeResultIsMailed} Please do not change this trip again meanwhile.
          </p>
          <CheckAgain onPress={onRefresh} />
        </>
      );
    case 'review':
      return (
        <p>
          <Sentence>
            Your card could not be charged {formatPriceWithCode(change.charge_amount, change.currency)}.
          </Sentence>{' '}
          One of us looks at it. {changeResultIsMailed} You need not do anything until then.{' '}
          {phone ? (
            <>
              For help: call{' '}
              <PhoneLink className="link-text whitespace-nowrap" phone={phone} label="change_trip" />
            </>
          ) : (
            <Link className="link-text" to="/contact">
              Write to us
            </Link>
          )}
        </p>
      );
    default:
      return <p>Nothing was changed or charged. {change.failure}</p>;
  }
}
