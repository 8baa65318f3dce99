import {
  changeRefusals,
  describeIncludedBags,
  formatBag,
  formatBagRoute,
  type BagSelection,
} from '@fareline/contracts';
import { bagsAtAirline } from '@fareline/contracts/promises';
import { Button, Card, ErrorState, LoadingText, PriceText, Sentence, Skeleton } from '@fareline/ui-theme';
import {
  AirlineSite,
  Alert,
  BagPicker,
  calculateBagsPrice,
  getWaitSeconds,
  SubmitButton,
} from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { getFailureText } from '../forms/show-failure.ts';
import type { BookingDetails } from '../trips/trip-queries.ts';
import { ChangePage, NotOnline } from './change-page.tsx';
import { laterBagsQueryOptions } from './change-queries.ts';
import { useAgreement } from './use-agreement.ts';

/** `/my-trips/:id/extras`: the bags that the airline sells after the booking. (TRIP-04) */
export function Component() {
  return <ChangePage title="Add bags">{(booking) => <LaterBags booking={booking} />}</ChangePage>;
}

const notSold = 'No bags can be added here';

function LaterBags({ booking }: { booking: BookingDetails }) {
  const { id, bookingData, change_options: options } = booking;
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
        <BagForm booking={booking} bags={data.bags} />
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

interface BagFormProps {
  booking: BookingDetails;
  bags: Parameters<typeof BagPicker>[0]['bags'];
}

function BagForm({ booking, bags }: BagFormProps) {
  const [chosen, setChosen] = useState<readonly BagSelection[]>([]);
  const agreement = useAgreement(booking.id);
  const { slices, passengers } = booking.bookingData;
  const currency = bags[0]?.total_currency ?? booking.bookingData.total_currency;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!agreement.isPending && chosen.length > 0) agreement.mutate({ kind: 'bags', bags: [...chosen] });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Card className="grid grid-cols-1 gap-4 p-4 md:p-5">
        <BagPicker
          bags={bags}
          slices={slices}
          travellers={passengers.map(({ id, given_name, family_name }) => ({
            id,
            name: `${given_name} ${family_name}`,
          }))}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            agreement.reset();
          }}
        />
      </Card>
      <p className="flex items-baseline justify-between gap-4 font-bold" aria-live="polite">
        Total ({currency})
        <PriceText
          size="large"
          amount={calculateBagsPrice({ bags, total_currency: currency }, chosen)}
          currency={currency}
        />
      </p>
      {agreement.error && getWaitSeconds(agreement.error) === 0 && (
        <Alert variant="destructive" role="alert" title="Nothing was bought">
          {getFailureText(agreement.error)}
        </Alert>
      )}
      <div className="grid gap-3 sm:justify-items-end">
        <SubmitButton request={agreement} waitTitle="Nothing was bought" disabled={chosen.length === 0}>
          Continue to payment
        </SubmitButton>
      </div>
    </form>
  );
}
