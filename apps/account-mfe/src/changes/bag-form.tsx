import type { BagSelection } from '@fareline/contracts';
import { labelWithCode } from '@fareline/presentation/formats';
import { Card, PriceText } from '@fareline/ui-theme';
import {
  Alert,
  BagPicker,
  calculateBagsPrice,
  getWaitSeconds,
  SubmitButton,
} from '@fareline/ui-theme/widgets';
import { useState, type FormEvent } from 'react';
import { getFailureText } from '../forms/show-failure.ts';
import type { Agreement, ChangedTrip } from './use-agreement.ts';

interface BagFormProps {
  trip: ChangedTrip;
  bags: Parameters<typeof BagPicker>[0]['bags'];
  agreement: Agreement;
  submitLabel: string;
  /** What was chosen before; what is not sold any more is left out. */
  initial?: readonly BagSelection[] | undefined;
  onSubmit?: (bags: readonly BagSelection[]) => void;
}

/** The bags that the airline sells for a trip now, with their total. (TRIP-04) */
export function BagForm({ trip, bags, agreement, submitLabel, initial = [], onSubmit }: BagFormProps) {
  const [chosen, setChosen] = useState<readonly BagSelection[]>(() =>
    initial.filter(({ serviceId }) => bags.some(({ id }) => id === serviceId)),
  );
  const { slices, passengers } = trip.bookingData;
  const currency = bags[0]?.total_currency ?? trip.bookingData.total_currency;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agreement.isPending || chosen.length === 0) return;
    onSubmit?.(chosen);
    agreement.mutate({ kind: 'bags', bags: [...chosen] });
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
      <p className="flex items-baseline justify-between gap-4 font-semibold" aria-live="polite">
        {labelWithCode('Total', currency)}
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
          {submitLabel}
        </SubmitButton>
      </div>
    </form>
  );
}
