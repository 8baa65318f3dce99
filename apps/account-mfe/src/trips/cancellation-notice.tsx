import { cancellationRefusals, type Cancellability } from '@fareline/contracts';
import { Alert } from '@fareline/ui-theme/widgets';
import { ContactLink } from './contact-link.tsx';

/** Instead of a cancellation: why the booking cannot be cancelled, and whom to ask. (TRIPS-12, TRIPS-19) */
export function CancellationNotice({ cancellability }: { cancellability: Cancellability }) {
  const title = cancellability === 'non_refundable' ? 'Non-Refundable Ticket' : undefined;
  return (
    <Alert title={title}>
      {cancellationRefusals[cancellability]} <ContactLink label="cancel_refused" />
    </Alert>
  );
}
