import type { CardDetails } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { MfeScope } from '@fareline/ui-theme';
import { useForm } from 'react-hook-form';
import { OfferSummary } from '../flow/offer-summary.tsx';
import { calculateTotals } from '../price/totals.ts';
import { CardForm } from './card-form.tsx';
import { emptyCard } from './card-rules.ts';

export default { title: 'Booking/Payment' };

const offer = sampleOffer({ slices: [sampleSlice('LHR', 'JFK')] });

export const CardAndOrder = () => {
  const { control } = useForm<CardDetails>({ defaultValues: emptyCard });
  return (
    <MfeScope name="booking">
      <div className="grid gap-6">
        <CardForm control={control} disabled={false} />
        <OfferSummary
          offer={offer}
          totals={calculateTotals(offer, [], [])}
          seats={[]}
          bags={[]}
          step="payment"
        />
      </div>
    </MfeScope>
  );
};
