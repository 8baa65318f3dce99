import { Alert } from '@fareline/ui-theme/widgets';
import { useEffect, useRef } from 'react';
import type { PaymentFailure } from './failures.ts';
import type { CardEntryState } from './use-card-entry.ts';

interface DeclineAlertProps {
  decline: PaymentFailure | undefined;
  isBusy: boolean;
  card: CardEntryState;
}

/** Why the card was not accepted, in sight above the emptied form, which has the focus. (PAY-22, CARE-07) */
export function DeclineAlert({ decline, isBusy, card }: DeclineAlertProps) {
  const { declineArea, focusRejected } = card;
  const focused = useRef<PaymentFailure>(undefined);
  useEffect(() => {
    // A disabled field cannot have the focus, so this waits until the call has ended.
    if (isBusy || !decline || decline === focused.current) return;
    focused.current = decline;
    focusRejected();
    declineArea.current?.scrollIntoView({ block: 'start' });
  }, [isBusy, decline, focusRejected, declineArea]);
  return (
    decline && (
      <div ref={declineArea} tabIndex={-1}>
        <Alert variant="destructive" title={decline.title}>
          {decline.description}
        </Alert>
      </div>
    )
  );
}
