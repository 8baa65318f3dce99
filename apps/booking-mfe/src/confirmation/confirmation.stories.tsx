import {
  sampleBookingResponse,
  sampleConditions,
  sampleOffer,
  sampleSlice,
} from '@fareline/contracts/testing';
import { MfeScope } from '@fareline/ui-theme';
import { familyPassengers } from '../testing/samples.ts';
import { ConfirmationStep } from './confirmation-step.tsx';

export default { title: 'Booking/Confirmation' };

const slice = sampleSlice('LHR', 'JFK');
const offer = sampleOffer({
  passengers: familyPassengers,
  slices: [slice],
  conditions: sampleConditions({ refundable: true }),
});
const names = ['Ada', 'Bo', 'Cy'];

export const NewAccount = () => (
  <MfeScope name="booking">
    <div className="grid gap-6">
      <ConfirmationStep
        summary={{
          offer,
          offerIds: [offer.id],
          seats: ['21C', '21D'].map((designator, index) => ({
            passengerId: familyPassengers[index]!.id,
            seatId: designator,
            designator,
            segmentId: slice.segments[0]!.id,
          })),
          bags: [],
          travellers: familyPassengers.map(({ id }, index) => ({
            id,
            firstName: names[index]!,
            lastName: 'Lovelace',
          })),
          contact: { email: 'ada@example.com', phone: '+12125550142' },
        }}
        booking={sampleBookingResponse({
          accountCreated: true,
          accountInfo: { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' },
        })}
      />
    </div>
  </MfeScope>
);
