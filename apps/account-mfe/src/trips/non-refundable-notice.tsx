import { Alert } from '@fareline/ui-theme/widgets';

/** Instead of a cancellation, for a ticket without a cancellation option. (TRIPS-12, TRIPS-19) */
export function NonRefundableNotice() {
  return (
    <Alert title="Non-Refundable Ticket">
      The airline gives nothing back for this ticket, so it cannot be cancelled here.
    </Alert>
  );
}
