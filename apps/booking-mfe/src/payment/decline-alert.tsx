import { Alert } from '@fareline/ui-theme/widgets';
import { useEffect, useRef } from 'react';
import type { PaymentFailure } from './failures.ts';
import type { CardEntryState } from './use-card-entry.ts';

interface DeclineAlertProps {
  decline: PaymentFailure | undefined;
  isBusy: boolean;
  card: CardEntryState;
}

/** Why the card was not accepted, in sight, with the focus on the field that is to be filled in again. */
export function DeclineAlert({ decline, isBusy, card }: DeclineAlertProps) {
  const area = useRef<HTMLDivElement>(null);
  // A disabled field cannot have the focus, so this waits until the call has ended.
  useEffect(() => {
    if (isBusy || !card.focusRejected()) return;
    // The field may be in sight already, and why it is empty above it.
    area.current?.scrollIntoView({ block: 'nearest' });
  });
  return (
    decline && (
      <div ref={area}>
        <Alert variant="destructive" title={decline.title}>
          {decline.description}
        </Alert>
      </div>
    )
  );
}
