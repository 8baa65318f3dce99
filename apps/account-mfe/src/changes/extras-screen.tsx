import { changeRefusals, describeIncludedBags, formatBag, formatBagRoute } from '@fareline/contracts';
import { bagsAtAirline } from '@fareline/contracts/promises';
import { Button, ErrorState, LoadingText, Sentence, Skeleton } from '@fareline/ui-theme';
import { AirlineSite } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { getFailureText } from '../forms/show-failure.ts';
import type { BookingDetails } from '../trips/trip-queries.ts';
import { BagForm } from './bag-form.tsx';
import { ChangePage, NotOnline } from './change-page.tsx';
import { laterBagsQueryOptions } from './change-queries.ts';
import { useAgreement } from './use-agreement.ts';
import { useAsked } from './use-asked.ts';

/** `/my-trips/:id/extras`: the bags that the airline sells after the booking. (TRIP-04) */
export function Component() {
  return <ChangePage title="Add bags">{(booking) => <LaterBags booking={booking} />}</ChangePage>;
}

const notSold = 'No bags can be added here';

function LaterBags({ booking }: { booking: BookingDetails }) {
  const { id, bookingData, change_options: options } = booking;
  const agreement = useAgreement(id);
  const { asked, keep } = useAsked();
  const { data, error, isFetching, refetch } = useQuery({
    ...laterBagsQueryOptions(id),
    enabled: options.bags,
  });
  if (!options.bags)
    return (
      <NotOnline
        id={id}
        title={notSold}
        reason={changeRefusals[options.changeability] ?? 'Bags of this trip are not sold here.'}
      />
    );
  if (data?.bags.length === 0)
    return (
      <NotOnline
        id={id}
        title={notSold}
        reason={
          <>
            The airline sells no bags for this trip through us. {bagsAtAirline}{' '}
            <AirlineSite carrier={bookingData.slices[0]?.segments[0]?.marketing_carrier} />.
          </>
        }
      />
    );
  return (
    <>
      <header className="grid gap-1">
        <h1 className="page-heading">Add bags</h1>
        <p>
          <Sentence>{`${describeIncludedBags(bookingData, bookingData.passengers)}.`}</Sentence>
        </p>
        <BoughtBags booking={booking} />
      </header>
      {data ? (
        <BagForm
          trip={booking}
          bags={data.bags}
          agreement={agreement}
          submitLabel="Continue to payment"
          initial={asked.bags}
          onSubmit={(bags) => keep({ bags })}
        />
      ) : error ? (
        <ErrorState
          title="The bags could not be loaded"
          text={getFailureText(error)}
          action={
            <Button loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <div className="grid gap-4">
          <LoadingText>Asking the airline which bags it sells...</LoadingText>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </>
  );
}

/** What was bought before. */
function BoughtBags({ booking: { bookingData } }: { booking: BookingDetails }) {
  const { bags, passengers, slices } = bookingData;
  if (bags.length === 0) return null;
  return (
    <ul aria-label="Bags that you have bought">
      {bags.map((bag, index) => (
        <li key={index}>
          <span translate="no">{passengers.find(({ id }) => id === bag.passenger_id)?.given_name}</span>:{' '}
          <Sentence>{`${formatBag(bag, bag.quantity)} bought, ${formatBagRoute(slices, bag.segment_ids)}`}</Sentence>
        </li>
      ))}
    </ul>
  );
}
