import {
  formatFare,
  groupFares,
  listGivenUp,
  type ChangeOffer,
  type ChangeSearch,
  type Slice,
} from '@fareline/contracts';
import { ResponseError } from '@fareline/contracts/client';
import { Button, Card, EmptyState, LoadingText, Sentence, Skeleton } from '@fareline/ui-theme';
import {
  describeChangeCost,
  describeGivenUp,
  getChangeCost,
  listChangeRules,
} from '@fareline/presentation/formats';
import { Alert, CarrierLogo, RuleLines, SliceSummary } from '@fareline/ui-theme/widgets';
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

const getDeparture = ([slice]: readonly Slice[]): string => slice?.departure_time ?? '';

interface OfferedFlights {
  key: string;
  slices: readonly Slice[];
  /** The cheapest first. */
  fares: readonly ChangeOffer[];
}

/** Flights with their fares: those with the cheapest fare first, of the same price the earliest. (RULE-03) */
function groupOffers(offers: readonly ChangeOffer[]): OfferedFlights[] {
  const groups = groupFares(
    offers.map((offer) => ({ ...offer, included_bags: { cabin: 0, checked: 0 } })),
    (offer) => ({ minor: getChangeCost(offer), currency: offer.currency }),
  );
  const cost = ({ fares: [cheapest] }: OfferedFlights) => (cheapest ? getChangeCost(cheapest) : 0);
  return groups
    .map(({ key, fares }) => ({ key, fares, slices: fares[0]?.slices ?? [] }))
    .toSorted((a, b) => cost(a) - cost(b) || getDeparture(a.slices).localeCompare(getDeparture(b.slices)));
}

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
  const { bookingData: booking } = trip;
  const removed = variables.slices.map(({ index }) => index);
  const { slices: now, ...lost } = listGivenUp(booking, removed);
  const givenUp = describeGivenUp(lost, now, booking);
  const flights = groupOffers(data.offers);
  const count = flights.length;
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
            <h3 className="font-semibold">Your flights now</h3>
            <div className="grid gap-4 sm:grid-cols-2">
              {now.map((slice) => (
                <OfferSlice key={slice.id} slice={slice} />
              ))}
            </div>
            <Fare trip={trip} slices={now} conditions={booking.conditions} />
          </div>
          {givenUp && (
            <Alert variant="warning">
              <Sentence>{givenUp}</Sentence>
            </Alert>
          )}
          <ul className="grid grid-cols-1 gap-3" aria-label="Flights to choose from">
            {flights.map(({ key, slices, fares }) => (
              <Card key={key} asChild className="grid grid-cols-1 gap-4 p-4 md:p-5">
                <li>
                  {slices.map((slice) => (
                    <OfferSlice key={slice.id} slice={slice} />
                  ))}
                  <ul className="grid grid-cols-1" aria-label="Fares">
                    {fares.map((offer) => (
                      <OfferedFare
                        key={offer.id}
                        trip={trip}
                        offer={offer}
                        isBusy={choose.isPending && isChosen(offer, choose.variables)}
                        failure={isChosen(offer, choose.variables) ? choose.error : null}
                        onChoose={() =>
                          !choose.isPending && choose.mutate({ kind: 'flights', offer_id: offer.id })
                        }
                      />
                    ))}
                  </ul>
                </li>
              </Card>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const isChosen = (offer: ChangeOffer, request: Agreement['variables']) =>
  request?.kind === 'flights' && request.offer_id === offer.id;

interface OfferedFareProps {
  trip: ChangedTrip;
  offer: ChangeOffer;
  isBusy: boolean;
  failure: unknown;
  onChoose: () => void;
}

/** A fare of the flights with its rules and price. */
function OfferedFare({ trip, offer, isBusy, failure, onChoose }: OfferedFareProps) {
  const isOutdated = failure instanceof ResponseError && failure.code === 'BOOKING_CHANGE_OUTDATED';
  const name = [describeFlights(offer.slices), formatFare(offer.slices), describeChangeCost(offer)];
  return (
    <li className="grid grid-cols-1 gap-4 border-t border-line py-4 last:pb-0 md:grid-cols-[minmax(0,1fr)_13rem]">
      <Fare trip={trip} slices={offer.slices} conditions={offer.conditions} />
      <div className="grid content-start justify-items-start gap-3">
        <p className="font-semibold">
          <Sentence>{describeChangeCost(offer)}</Sentence>
        </p>
        <Button
          variant="secondary"
          className="max-md:w-full"
          loading={isBusy}
          onClick={onChoose}
          aria-label={`Choose ${name.filter(Boolean).join(', ')}`}
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
  );
}

const describeFlights = (slices: readonly Slice[]): string =>
  slices
    .flatMap(({ segments }) => segments)
    .map(({ flight_number: number }) => number ?? 'flight')
    .join(', ');

interface FareProps extends Pick<ChangeOffer, 'conditions' | 'slices'> {
  trip: ChangedTrip;
}

/** The name of a fare and its rules in sentences. (RULE-03) */
function Fare({ trip, ...fare }: FareProps) {
  const name = formatFare(fare.slices);
  return (
    <div className="grid content-start gap-1">
      {name && (
        <p className="font-semibold">
          <Sentence>{name}</Sentence>
        </p>
      )}
      <RuleLines rules={listChangeRules(fare, trip.bookingData, trip)} />
    </div>
  );
}

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
