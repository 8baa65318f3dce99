import { formatFare, type ChangeOffer, type ChangeSearch, type Slice } from '@fareline/contracts';
import { ResponseError } from '@fareline/contracts/client';
import { Button, Card, EmptyState, LoadingText, Sentence, Skeleton } from '@fareline/ui-theme';
import { describeChangeCost, describeLostExtras, getChangeCost } from '@fareline/presentation/formats';
import { Alert, CarrierLogo, SliceSummary } from '@fareline/ui-theme/widgets';
import { useEffect, useRef, type ReactNode } from 'react';
import { getFailureText } from '../forms/show-failure.ts';
import type { Agreement, ChangedTrip } from './use-agreement.ts';

interface ChangeOffersProps {
  trip: ChangedTrip;
  request: {
    data: { offers: ChangeOffer[] } | undefined;
    isPending: boolean;
    variables: ChangeSearch | undefined;
  };
  /** Prices the flights that are chosen. */
  choose: Agreement;
  /** Contacts where the airline has no offer; staff has none. */
  help?: ReactNode;
}

const getDeparture = ({ slices }: ChangeOffer): string => slices[0]?.departure_time ?? '';

/** The cheapest first, of the same price the earliest. */
const sortOffers = (offers: readonly ChangeOffer[]): ChangeOffer[] =>
  offers.toSorted(
    (a, b) => getChangeCost(a) - getChangeCost(b) || getDeparture(a).localeCompare(getDeparture(b)),
  );

/** The flights that the airline has instead, with what each costs, below those that are given up. (TRIP-03) */
export function ChangeOffers({
  trip,
  request: { data, isPending, variables },
  choose,
  help,
}: ChangeOffersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { reset } = choose;
  useEffect(() => {
    if (!data) return;
    // What was chosen of the flights before says nothing of these.
    reset();
    heading.current?.focus();
  }, [data, reset]);
  if (isPending)
    return (
      <div className="grid gap-4">
        <LoadingText>Asking the airline for other flights...</LoadingText>
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    );
  if (!data || !variables) return null;
  const removed = variables.slices.map(({ index }) => index);
  const lost = describeLostExtras(trip.bookingData, removed);
  const count = data.offers.length;
  return (
    <section aria-label="Other flights" className="grid grid-cols-1 gap-4">
      <h2 ref={heading} tabIndex={-1} className="section-heading outline-offset-4">
        {count === 0 ? 'No other flights' : count === 1 ? '1 other flight' : `${count} other flights`}
      </h2>
      {count === 0 ? (
        <EmptyState
          title="The airline has no other flights then"
          text={
            <>
              Your flights stay as they are. Please try another day above{help ? ', or ask us: ' : '.'}
              {help}
            </>
          }
        />
      ) : (
        <>
          <div className="grid gap-3">
            <h3 className="font-bold">Your flights now</h3>
            <div className="grid gap-4 sm:grid-cols-2">
              {removed.map((index) => {
                const slice = trip.bookingData.slices[index];
                return slice && <OfferSlice key={slice.id} slice={slice} />;
              })}
            </div>
            <FareName slices={removed.flatMap((index) => trip.bookingData.slices[index] ?? [])} />
          </div>
          {lost && <Alert variant="warning">{lost}</Alert>}
          <ul className="grid grid-cols-1 gap-3" aria-label="Flights to choose from">
            {sortOffers(data.offers).map((offer) => (
              <OfferCard
                key={offer.id}
                offer={offer}
                isBusy={choose.isPending && isChosen(offer, choose.variables)}
                failure={isChosen(offer, choose.variables) ? choose.error : null}
                onChoose={() => !choose.isPending && choose.mutate({ kind: 'flights', offer_id: offer.id })}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const isChosen = (offer: ChangeOffer, request: Agreement['variables']) =>
  request?.kind === 'flights' && request.offer_id === offer.id;

interface OfferCardProps {
  offer: ChangeOffer;
  isBusy: boolean;
  failure: unknown;
  onChoose: () => void;
}

function OfferCard({ offer, isBusy, failure, onChoose }: OfferCardProps) {
  const isOutdated = failure instanceof ResponseError && failure.code === 'BOOKING_CHANGE_OUTDATED';
  return (
    <Card asChild className="grid grid-cols-1 gap-4 p-4 md:grid-cols-[minmax(0,1fr)_13rem] md:p-5">
      <li>
        <div className="grid gap-4">
          {offer.slices.map((slice) => (
            <OfferSlice key={slice.id} slice={slice} />
          ))}
          <FareName slices={offer.slices} />
        </div>
        <div className="grid content-start justify-items-start gap-3">
          <p className="font-bold">
            <Sentence>{describeChangeCost(offer)}</Sentence>
          </p>
          <Button
            variant="secondary"
            loading={isBusy}
            onClick={onChoose}
            aria-label={`Choose ${describeFlights(offer.slices)}, ${describeChangeCost(offer)}`}
          >
            Choose
          </Button>
        </div>
        {failure !== null && (
          <Alert className="md:col-span-2" variant="destructive" role="alert">
            {getFailureText(failure)} {isOutdated && 'Press Show other flights for the prices of now.'}
          </Alert>
        )}
      </li>
    </Card>
  );
}

const describeFlights = (slices: readonly Slice[]): string =>
  slices
    .flatMap(({ segments }) => segments)
    .map(({ flight_number: number }) => number ?? 'flight')
    .join(', ');

/** The same flights may be offered in several fares, with rules and bags of their own. */
const FareName = ({ slices }: { slices: readonly Slice[] }) => {
  const fare = formatFare(slices);
  return fare && <p className="text-small">Fare: {fare}</p>;
};

/** A journey with its airlines. */
function OfferSlice({ slice }: { slice: Slice }) {
  const carriers = new Map(
    slice.segments.map(({ marketing_carrier: carrier }) => [carrier.iata_code ?? carrier.name, carrier]),
  );
  return (
    <div className="grid gap-1">
      <SliceSummary slice={slice} label={`${slice.origin.city_name} to ${slice.destination.city_name}`} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small" aria-label="Airlines">
        {[...carriers.values()].map((carrier) => (
          <li key={carrier.iata_code} className="flex items-center gap-2">
            <CarrierLogo url={carrier.logo_url} code={carrier.iata_code} />
            {carrier.name}
          </li>
        ))}
      </ul>
    </div>
  );
}
