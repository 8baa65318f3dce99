import {
  cancellationRefusals,
  formatBag,
  formatBagRoute,
  formatFare,
  getBookingReference,
  type Cancellability,
} from '@fareline/contracts';
import { Button, formatPrice, LoadingText, RemoteFragment, Sentence } from '@fareline/ui-theme';
import { Alert, CopyButton, Dialog, DialogContent, FareRuleLines } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { CancellationNotice } from './cancellation-notice.tsx';
import { StatusBadge } from './status-badge.tsx';
import { findEarlierSlice } from './trip-labels.ts';
import { bookingQueryOptions, type BookingDetails } from './trip-queries.ts';
import { TripRefund } from './trip-refund.tsx';
import { TripSlice } from './trip-slice.tsx';

interface TripDialogProps {
  id: string;
  onClose: () => void;
  onCancel: () => void;
}

/** Details of one trip. (TRIPS-11, TRIPS-13 to TRIPS-19, LIST-04) */
export function TripDialog({ id, onClose, onCancel }: TripDialogProps) {
  const { data: booking, error } = useQuery(bookingQueryOptions(id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Booking Details">
        {error && <Alert variant="destructive">Unable to load booking details.</Alert>}
        {!booking && !error && <LoadingText>Loading booking details...</LoadingText>}
        {booking && <Details booking={booking} onCancel={onCancel} />}
      </DialogContent>
    </Dialog>
  );
}

const typeLabels = { adult: 'Adult', child: 'Child', infant: 'Infant' } as const;

function Details({ booking, onCancel }: { booking: BookingDetails; onCancel: () => void }) {
  const { slices, passengers, seats, total_amount: amount, total_currency: currency } = booking.bookingData;
  const reference = getBookingReference(booking);
  const fare = formatFare(slices);
  const segments = slices.flatMap((slice) => slice.segments);
  /** Such as "6C on TP380"; the only flight needs no name. */
  const getSeats = (passengerId: string) =>
    seats
      .filter((seat) => seat.passenger_id === passengerId)
      .map(({ designator, segment_id }) => {
        const flight = segments.find(({ id }) => id === segment_id)?.flight_number;
        return segments.length > 1 && flight ? `${designator} on ${flight}` : designator;
      });
  const getBoughtBags = (passengerId: string) =>
    booking.bookingData.bags.filter((bag) => bag.passenger_id === passengerId);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span>
          Booking reference <strong translate={reference ? 'no' : 'yes'}>{reference ?? 'not yet'}</strong>
        </span>
        {reference && <CopyButton value={reference} label="Copy booking reference" />}
        <StatusBadge status={booking.status} />
      </div>
      {slices.map((slice, index) => (
        <TripSlice
          key={slice.id}
          slice={slice}
          label={index === 0 ? 'Outbound' : 'Return'}
          earlier={findEarlierSlice(slice, booking.bookingData)}
        />
      ))}
      <section className="border-t border-line grid gap-1 pt-4" aria-label="Fare">
        <h3 className="section-heading">Fare</h3>
        <RemoteFragment
          name="search/fare"
          props={{ booking: booking.bookingData }}
          fallback={
            <>
              <p className="empty:hidden">
                <Sentence>{fare}</Sentence>
              </p>
              <FareRuleLines sold={booking.bookingData} />
            </>
          }
        />
      </section>
      <section className="border-t border-line grid gap-1 pt-4">
        <h3 className="section-heading">Passengers</h3>
        <ul className="grid gap-2" aria-label="Passengers">
          {passengers.map((passenger) => (
            <li key={passenger.id}>
              {passenger.given_name} {passenger.family_name}{' '}
              <span className="caption-text">
                <Sentence>{[typeLabels[passenger.type], ...getSeats(passenger.id)].join(', ')}</Sentence>
              </span>
              {getBoughtBags(passenger.id).map((bag, index) => (
                <span key={index} className="caption-text block">
                  <Sentence>
                    {formatBag(bag, bag.quantity)}, {formatBagRoute(slices, bag.segment_ids)} (
                    {formatPrice(bag.amount, currency)})
                  </Sentence>
                </span>
              ))}
            </li>
          ))}
        </ul>
      </section>
      <p className="border-t border-line pt-4 font-bold">
        <Sentence>
          Total {formatPrice(amount, currency)} ({currency})
        </Sentence>
      </p>
      {booking.refund && <TripRefund refund={booking.refund} />}
      {booking.status === 'confirmed' && (
        <Cancellation cancellability={booking.cancellability} onCancel={onCancel} />
      )}
    </div>
  );
}

interface CancellationProps {
  cancellability: Cancellability;
  onCancel: () => void;
}

/** Cancel button, or a note why the booking cannot be cancelled. (TRIPS-18, TRIPS-19, REFUND-03) */
function Cancellation({ cancellability, onCancel }: CancellationProps) {
  return (
    <section className="border-t border-line grid gap-3 pt-4">
      <h3 className="section-heading">Cancellation</h3>
      {cancellationRefusals[cancellability] === null ? (
        <>
          {cancellability === 'first_24_hours' && (
            <p>You booked less than 24 hours ago, so the airline may refund you whatever the fare.</p>
          )}
          <p>We ask the airline first and show what comes back. Nothing is cancelled before you agree.</p>
          <div>
            <Button variant="secondary" onClick={onCancel}>
              Cancel booking
            </Button>
          </div>
        </>
      ) : (
        <CancellationNotice cancellability={cancellability} />
      )}
    </section>
  );
}
