import {
  closeExitRows,
  listSegmentIds,
  type BagService,
  type Offer,
  type PassengerForm,
} from '@fareline/contracts';
import { describeRefusal, getNextTryAt, getRetryAfterSeconds } from '@fareline/contracts/client';
import { withoutBags, withoutSeats } from '@fareline/contracts/promises';
import { formatPrice } from '@fareline/presentation/formats';
import {
  Button,
  Card,
  classNames,
  RetryCountdown,
  Skeleton,
  SlowNote,
  dismissToast,
  toast,
} from '@fareline/ui-theme';
import { Alert, BagPicker } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getBoughtSeats, type ChosenExtras } from '../extras/chosen-extras.ts';
import { ExpiredOfferAlert } from '../offer/expired-offer-alert.tsx';
import { offerValidityQueryOptions } from '../offer/offer-queries.ts';
import { useExpiryWarning } from '../offer/use-expiry-warning.ts';
import { seatMapsQueryOptions } from './seat-map-queries.ts';
import { SeatPicker } from './seat-picker.tsx';
import type { Totals } from '../price/totals.ts';
import { getSeatedPassengers, getTravellers, listBarred } from './passengers.ts';
import { nameSeatFare } from './seat-fare.ts';
import { findSegmentsWithoutSeats } from './selection.ts';

const checkIntervalSeconds = 30;
/** Two buttons share the width of a phone, so that the bar leaves most of the screen to the seats. */
const phoneButton = 'max-sm:flex-1 max-sm:px-2 max-sm:text-small/[1.125rem]';

interface SeatStepProps {
  offer: Offer;
  form: PassengerForm;
  extras: ChosenExtras;
  bags: Pick<ReturnType<typeof useQuery<BagService[]>>, 'data' | 'error' | 'refetch'>;
  total: Totals;
  /** The flight has another offer than when seats and bags were chosen. */
  isChoiceLost: boolean;
  /** Names of what was sold out since it was chosen. */
  soldOut: readonly string[] | undefined;
  onExtrasChange: (extras: ChosenExtras) => void;
  onBack: () => void;
  onDone: () => void;
  onLeave: () => void;
}

/** Bags and seats, each of which can be left out. (SEAT-01 to SEAT-14, EXTRA-01) */
export function SeatStep(props: SeatStepProps) {
  const { offer, form, extras, bags, total, isChoiceLost, soldOut, onExtrasChange, onBack, onDone, onLeave } =
    props;
  const seatMaps = useQuery(seatMapsQueryOptions(offer.id));
  const { data: loaded, error, failureReason, refetch } = seatMaps;
  const maps = loaded && closeExitRows(loaded, listBarred(offer, form));
  const { data: check } = useQuery(offerValidityQueryOptions(offer.id, checkIntervalSeconds));
  useExpiryWarning(check);
  const heading = useRef<HTMLHeadingElement>(null);
  const passengers = getSeatedPassengers(offer, form);
  const [segmentId, setSegmentId] = useState<string>();
  /** The toast with which Continue asked for seats. */
  const [refusal, setRefusal] = useState<string>();
  const hasMaps = maps !== undefined && maps.length > 0;
  const isWaiting = !maps && !error && getRetryAfterSeconds(failureReason) !== undefined;
  const isLoading = !maps && !error && !isWaiting;

  const bought = getBoughtSeats(extras, maps);
  const wanted = (maps ?? []).filter(({ segment_id }) => !extras.withoutSeats.includes(segment_id));
  const missing = findSegmentsWithoutSeats(wanted, passengers, bought);
  const flightsWithSeats = wanted.length - missing.length;
  const isOthersOffered = refusal !== undefined && flightsWithSeats > 0 && missing.length > 0;

  const finish = () => {
    if (refusal !== undefined) dismissToast(refusal);
    onDone();
  };
  // Keeps what was chosen: it is back when a flight is marked no longer. (SEAT-12, SEAT-14)
  const leaveOut = (segmentIds: readonly string[]) => {
    const seats = bought.filter(({ segmentId: id = '' }) => segmentIds.includes(id));
    if (seats.length > 0)
      toast({
        title: 'Your seats are left out',
        description: `${seats.map(({ designator }) => designator).join(', ')}: you can take them again in Seat Selection.`,
      });
    onExtrasChange({ ...extras, withoutSeats: [...new Set([...extras.withoutSeats, ...segmentIds])] });
    finish();
  };
  const retry = () => {
    // The button is removed with its alert.
    heading.current?.focus({ preventScroll: true });
    void refetch();
  };
  const submit = () => {
    if (missing.length === 0) return finish();
    setSegmentId(missing[0]);
    setRefusal(
      toast({
        title: 'Seat Selection Required',
        description: 'Please select seats for all passengers',
        variant: 'destructive',
      }),
    );
  };

  return (
    <section className="grid grid-cols-1 gap-6">
      <header>
        <h1 ref={heading} className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
          Bags and seats
        </h1>
      </header>
      <ExpiredOfferAlert check={check} onLeave={onLeave} />
      {isChoiceLost && (
        <Alert variant="warning" title="Please choose your seats and bags again">
          The airline made a new offer for your flight. What you chose belonged to the former one.
        </Alert>
      )}
      {soldOut && (
        <Alert variant="warning" title="Sold out in between">
          The airline no longer sells{' '}
          {soldOut.length > 0 ? soldOut.join('; ') : 'a seat or bag that you chose'}. All else is kept, and
          nothing has been charged. The new total is{' '}
          <strong translate="no">{formatPrice(total.total, total.currency)}</strong>.
        </Alert>
      )}
      {(isLoading || (!bags.data && !bags.error)) && <SlowNote />}
      {bags.error && (
        <Alert
          variant="warning"
          title="Bags cannot be chosen right now"
          action={
            <Button variant="secondary" size="small" onClick={() => void bags.refetch()}>
              Try Again
            </Button>
          }
        >
          The airline’s bags could not be loaded. {withoutBags}
        </Alert>
      )}
      {bags.data && bags.data.length > 0 && (
        <Card asChild className="grid gap-4 p-4 md:p-5">
          <section aria-labelledby="bags-heading">
            <header>
              <h2 id="bags-heading" className="section-heading">
                Extra bags
              </h2>
              <p className="caption-text">
                Optional, and paid together with your flights. If you cancel, the conditions of your fare say
                what comes back.
              </p>
            </header>
            <BagPicker
              bags={bags.data}
              slices={offer.slices}
              travellers={getTravellers(form)}
              chosen={extras.bags}
              onChange={(chosen) => onExtrasChange({ ...extras, bags: chosen })}
            />
          </section>
        </Card>
      )}
      {isLoading && (
        <div role="status" aria-label="Loading the seat maps" className="grid gap-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
      {isWaiting && (
        <Alert variant="warning" title="The seat maps cannot be loaded right now">
          {describeRefusal(failureReason)}. <RetryCountdown until={getNextTryAt(failureReason)} />{' '}
          {withoutSeats}
        </Alert>
      )}
      {error && <SeatMapsFailure error={error} onRetry={retry} />}
      {maps && !hasMaps && (
        <Alert title="No seat maps for this flight">
          The airline has no seat maps for this offer. Seats are assigned at check-in.
        </Alert>
      )}
      {hasMaps && (
        <>
          <Alert>
            Seat selection is optional. <strong>{nameSeatFare(offer)}</strong>: choosing a seat now may incur
            charges; the price is on each seat.
          </Alert>
          <SeatPicker
            maps={maps}
            slices={offer.slices}
            passengers={passengers}
            currency={offer.total_currency}
            extras={extras}
            segmentId={segmentId ?? maps[0]?.segment_id ?? ''}
            refusal={refusal}
            onSegmentChange={setSegmentId}
            onExtrasChange={onExtrasChange}
          />
        </>
      )}
      <Button variant="ghost" className="justify-self-start" onClick={onBack}>
        Back to passengers
      </Button>
      <div
        data-sticky-bar="bottom"
        className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 border-t border-line bg-background py-2 max-md:-mx-4 max-md:px-4 sm:py-3"
      >
        <p
          className={classNames(
            'grow font-medium max-sm:text-small/[1.125rem]',
            isOthersOffered
              ? 'max-sm:basis-1/4 sm:max-xl:basis-full sm:max-xl:text-end'
              : 'max-sm:basis-full',
          )}
        >
          {hasMaps &&
            `${flightsWithSeats} of ${maps.length} ${maps.length === 1 ? 'flight' : 'flights'} with seats`}
        </p>
        {isOthersOffered && (
          <Button
            variant="secondary"
            className="max-sm:min-h-9 max-sm:basis-3/5 max-sm:px-2 max-sm:text-small/[1.125rem]"
            onClick={() => leaveOut(missing)}
          >
            No seats on the others
          </Button>
        )}
        {maps?.length !== 0 && (
          <Button
            variant="secondary"
            className={phoneButton}
            disabled={isLoading}
            onClick={() => leaveOut(listSegmentIds(offer.slices))}
          >
            Skip Seat Selection
          </Button>
        )}
        <Button className={phoneButton} disabled={isLoading} onClick={submit}>
          Continue to Payment
        </Button>
      </div>
    </section>
  );
}

function SeatMapsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = getRetryAfterSeconds(error) !== undefined;
  return (
    <Alert
      variant="warning"
      title="Seat Selection Unavailable"
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {isRefused
        ? `${describeRefusal(error)}, so the seat map could not be loaded yet. You can try again in a minute, or go on without seats`
        : 'The seat map could not be loaded. You can try again, or go on without seats'}
      ; the airline assigns them at check-in.
    </Alert>
  );
}
