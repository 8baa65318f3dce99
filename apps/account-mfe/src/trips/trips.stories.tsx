import { sampleBooking } from '@fareline/contracts/testing';
import { MfeScope } from '@fareline/ui-theme';
import { TripCard } from './trip-card.tsx';

export default { title: 'Account/Trip card' };

const { slices, passengers } = sampleBooking().bookingData;
const bookings = [
  sampleBooking(),
  sampleBooking({}, { earlier_slices: slices }),
  sampleBooking({ status: 'pending', bookingReference: null }, { slices: slices.slice(1) }),
  sampleBooking({ status: 'completed' }, { passengers: passengers.slice(1) }),
  sampleBooking({ status: 'cancelled' }),
];
const ignore = () => undefined;

export const AllStates = () => (
  <MfeScope name="account">
    <div className="grid gap-4">
      {bookings.map((booking, index) => (
        <TripCard
          key={index}
          booking={booking}
          onDetails={ignore}
          onCancel={booking.status === 'confirmed' ? ignore : undefined}
        />
      ))}
    </div>
  </MfeScope>
);
