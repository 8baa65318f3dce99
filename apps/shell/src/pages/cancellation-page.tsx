import { addHours } from '@fareline/contracts/brand';
import { cancellationsAnswered, noCancellationFee } from '@fareline/contracts/promises';
import { useBrand } from '@fareline/ui-theme';
import { CallBanner } from '../info/call-banner.tsx';
import { DocumentPage } from '../info/document-page.tsx';
import { cancellationSections } from './cancellation-sections.tsx';

/** (INFO-03 to INFO-06, POLICY-01 to POLICY-08) */
export default function CancellationPage() {
  const { contact, content } = useBrand();
  return (
    <DocumentPage
      path="/cancellation-policy"
      title="Cancellation Policy"
      lead={`Plans change. This is what comes back, when, and what to do. ${noCancellationFee}`}
      sections={cancellationSections({
        phone: contact.phone,
        email: content.emails.urgent,
        hours: content.supportHours,
      })}
    >
      <CallBanner title="Need to cancel now?" email={content.emails.urgent}>
        {[
          contact.phone && `${addHours('Somebody answers by phone', content.supportHours)}.`,
          content.emails.urgent && cancellationsAnswered,
        ]
          .filter(Boolean)
          .join(' ')}
      </CallBanner>
    </DocumentPage>
  );
}
