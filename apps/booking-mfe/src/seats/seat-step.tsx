import type { Offer, PassengerForm, SeatMap, SeatSelection } from '@fareline/contracts';
import { describeRefusal, getNextTryAt, getRetryAfterSeconds } from '@fareline/contracts/client';
import {
  Button,
  RetryCountdown,
  Skeleton,
  toast,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
  VisuallyHidden,
} from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ExpiredOfferAlert } from '../offer/expired-offer-alert.tsx';
import { offerValidityQueryOptions } from '../offer/offer-queries.ts';
import { useExpiryWarning } from '../offer/use-expiry-warning.ts';
import { seatMapsQueryOptions } from './seat-map-queries.ts';
import { SegmentSeats } from './segment-seats.tsx';
import { formatSegmentName, getSeatedPassengers } from './passengers.ts';
import { findSegmentsWithoutSeats } from './selection.ts';

const checkIntervalSeconds = 30;

interface SeatStepProps {
  offer: Offer;
  form: PassengerForm;
  seats: readonly SeatSelection[];
  onSeatsChange: (seats: readonly SeatSelection[]) => void;
  onBack: () => void;
  onDone: () => void;
  onLeave: () => void;
}

/** Seat selection, which is optional. (SEAT-01 to SEAT-14) */
export function SeatStep({ offer, form, seats, onSeatsChange, onBack, onDone, onLeave }: SeatStepProps) {
  const seatMaps = useQuery(seatMapsQueryOptions(offer.id));
  const { data: maps, error, failureReason, refetch } = seatMaps;
  const { data: check } = useQuery(offerValidityQueryOptions(offer.id, checkIntervalSeconds));
  useExpiryWarning(check);
  const heading = useRef<HTMLHeadingElement>(null);
  const passengers = getSeatedPassengers(offer, form);
  const [segmentId, setSegmentId] = useState<string>();
  const hasMaps = maps !== undefined && maps.length > 0;
  const isWaiting = !maps && !error && getRetryAfterSeconds(failureReason) !== undefined;
  const isLoading = !maps && !error && !isWaiting;

  const skip = () => {
    onSeatsChange([]);
    onDone();
  };
  const retry = () => {
    // The button is removed with its alert.
    heading.current?.focus({ preventScroll: true });
    void refetch();
  };
  const submit = () => {
    const missing = findSegmentsWithoutSeats(maps ?? [], passengers, seats);
    if (missing.length === 0) return onDone();
    setSegmentId(missing[0]);
    toast({
      title: 'Seat Selection Required',
      description: 'Please select seats for all passengers',
      variant: 'destructive',
    });
  };

  return (
    <section className="grid grid-cols-1 gap-6">
      <header>
        <h1 ref={heading} className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
          Choose your seats
        </h1>
      </header>
      <ExpiredOfferAlert check={check} onLeave={onLeave} />
      {isLoading && (
        <div role="status" aria-label="Loading the seat maps" className="grid gap-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
      {isWaiting && (
        <Alert variant="warning" title="The seat maps cannot be loaded right now">
          {describeRefusal(failureReason)}. <RetryCountdown until={getNextTryAt(failureReason)} /> You can
          also go on without seats; the airline assigns them at check-in.
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
            Seat selection is optional. <strong>Basic Economy Fare</strong>: choosing a seat now may incur
            charges; the price is on each seat.
          </Alert>
          <SegmentTabs
            maps={maps}
            offer={offer}
            value={segmentId ?? maps[0]?.segment_id ?? ''}
            onValueChange={setSegmentId}
            render={(map) => (
              <SegmentSeats
                map={map}
                passengers={passengers}
                seats={seats}
                currency={offer.total_currency}
                onSeatsChange={onSeatsChange}
              />
            )}
          />
        </>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <Button variant="ghost" size="large" onClick={onBack}>
          Back to passengers
        </Button>
        <span className="grow" />
        {maps?.length !== 0 && (
          <Button variant="secondary" size="large" disabled={isLoading} onClick={skip}>
            Skip Seat Selection
          </Button>
        )}
        <Button size="large" disabled={isLoading} onClick={submit}>
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

interface SegmentTabsProps {
  maps: readonly SeatMap[];
  offer: Offer;
  value: string;
  onValueChange: (segmentId: string) => void;
  render: (map: SeatMap) => ReactNode;
}

/** One tab per segment; a single segment has a heading instead. */
function SegmentTabs({ maps, offer, value, onValueChange, render }: SegmentTabsProps) {
  const [firstMap] = maps;
  if (maps.length === 1 && firstMap) {
    return (
      <div>
        <h2 className="section-heading mb-3">{formatSegmentName(offer, firstMap.segment_id)}</h2>
        {render(firstMap)}
      </div>
    );
  }
  return (
    <Tabs value={value} onValueChange={onValueChange}>
      <TabsList aria-label="Flights">
        {maps.map((map) => (
          <TabsTrigger key={map.segment_id} value={map.segment_id}>
            {formatSegmentName(offer, map.segment_id)}
          </TabsTrigger>
        ))}
      </TabsList>
      {maps.map((map) => (
        <TabsContent key={map.segment_id} value={map.segment_id} className="pt-4">
          <h2>
            <VisuallyHidden>{formatSegmentName(offer, map.segment_id)}</VisuallyHidden>
          </h2>
          {render(map)}
        </TabsContent>
      ))}
    </Tabs>
  );
}
