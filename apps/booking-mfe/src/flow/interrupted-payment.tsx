import { toast } from '@fareline/ui-theme';
import { useState } from 'react';
import { isOfferChallenged } from '../payment/stored-challenge.ts';
import { WaitingPayment } from '../payment/waiting-payment.tsx';

interface InterruptedPaymentProps {
  /** The ids that the offer of the booking has had. */
  offerIds: readonly string[];
  /** A reload has cleared them. */
  needsPassports: boolean;
  onAbandoned: () => void;
}

/** Above the steps before the payment: the page was left while the bank asked about a payment for this offer. (ELEMENT-02) */
export function InterruptedPayment({ offerIds, needsPassports, onAbandoned }: InterruptedPaymentProps) {
  const [isWaiting, setWaiting] = useState(() => isOfferChallenged(offerIds));
  if (!isWaiting) return null;
  const next = needsPassports ? 'Enter the passports again' : 'Continue';
  return (
    <WaitingPayment
      text={`You were paying for this flight when the page was left. ${next} to go on with that payment.`}
      onAbandoned={(message) => {
        setWaiting(false);
        toast({ title: 'Payment Stopped', description: message });
        onAbandoned();
      }}
    />
  );
}
