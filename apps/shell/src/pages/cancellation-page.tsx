import { useBrand } from '@fareline/ui-theme';
import { CallBanner } from '../info/call-banner.tsx';
import { DocumentPage } from '../info/document-page.tsx';
import { cancellationSections } from './cancellation-sections.tsx';

/** (INFO-03 to INFO-06, POLICY-01 to POLICY-08) */
export default function CancellationPage() {
  const { name, contact, content } = useBrand();
  return (
    <DocumentPage
      meta={{
        title: `Cancellation Policy - ${name}`,
        description:
          'Free cancellation within 24 hours, refunds after that, and how long the money takes to come back.',
        keywords: 'flight cancellation, refund policy, 24-hour cancellation, airline fees',
        canonical: '/cancellation-policy',
      }}
      title="Cancellation Policy"
      lead="Plans change. This is what comes back, when, and what to do. We charge no cancellation fee of our own."
      sections={cancellationSections({ phone: contact.phone, email: content.emails.urgent })}
    >
      <CallBanner title="Need to cancel now?" email={content.emails.urgent}>
        {[
          contact.phone && 'Somebody answers by phone day and night.',
          content.emails.urgent && 'E-mails about cancellations are answered within 2 hours.',
        ]
          .filter(Boolean)
          .join(' ')}
      </CallBanner>
    </DocumentPage>
  );
}
