import type { AddressCorrection } from '@fareline/contracts';
import { mailsWait } from '@fareline/contracts/promises';
import { Card, Sentence } from '@fareline/ui-theme';

/** What waits after support has corrected the email address of the trip, until when, and what ends it sooner. (GUARD-11) */
export function AddressCorrectionNotice({
  correction: { pending, wait },
}: {
  correction: AddressCorrection;
}) {
  const title = 'Your email address was corrected';
  return (
    <Card asChild className="grid grid-cols-1 gap-2 border-warning p-4 wrap-anywhere md:p-5 print:hidden">
      <section aria-label={title}>
        <h2 className="section-heading">{title}</h2>
        {wait && (
          <p>
            <Sentence>{wait.text}</Sentence>
          </p>
        )}
        {pending && <p>{mailsWait(pending)}</p>}
      </section>
    </Card>
  );
}
