import { formatPriceWithCode } from '@fareline/presentation/formats';
import { Button, LoadingText, Sentence } from '@fareline/ui-theme';
import { Alert, Dialog, DialogContent, RefundLines } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { TripCancellation } from './trip-cancellation.tsx';
import { TripFare } from './trip-fare.tsx';
import { TripFlights } from './trip-flights.tsx';
import { toTripPath } from './trip-path.ts';
import { TripPassengers } from './trip-passengers.tsx';
import { bookingQueryOptions, type BookingDetails } from './trip-queries.ts';
import { TripReference } from './trip-reference.tsx';

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

function Details({ booking, onCancel }: { booking: BookingDetails; onCancel: () => void }) {
  const { bookingData } = booking;
  const { total_amount: amount, total_currency: currency } = bookingData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <TripReference booking={booking} />
      <div>
        <Button asChild>
          <Link to={toTripPath(booking.id)}>Open trip</Link>
        </Button>
      </div>
      <div className="border-t border-line grid grid-cols-1 gap-4 pt-4">
        <TripFlights booking={bookingData} />
      </div>
      <section className="border-t border-line grid gap-1 pt-4" aria-label="Fare">
        <h3 className="section-heading">Fare</h3>
        <TripFare booking={booking} />
      </section>
      <section className="border-t border-line grid gap-1 pt-4">
        <h3 className="section-heading">Passengers</h3>
        <TripPassengers booking={bookingData} />
      </section>
      <p className="border-t border-line pt-4 font-semibold">
        <Sentence>Total {formatPriceWithCode(amount, currency)}</Sentence>
      </p>
      {booking.refund && (
        <section className="border-t border-line grid gap-1 pt-4" aria-label="Refund">
          <h3 className="section-heading">Refund</h3>
          <RefundLines refund={booking.refund} />
        </section>
      )}
      {booking.status === 'confirmed' && (
        <section className="border-t border-line grid gap-3 pt-4">
          <h3 className="section-heading">Cancellation</h3>
          <TripCancellation booking={booking} onCancel={onCancel} />
        </section>
      )}
    </div>
  );
}
