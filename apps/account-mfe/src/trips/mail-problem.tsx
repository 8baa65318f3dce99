import type { MailProblem } from '@fareline/contracts';
import { Card } from '@fareline/ui-theme';
import { ContactLink } from './contact-link.tsx';

const causes: Record<MailProblem['kind'], string> = {
  bounced: 'came back. To correct the address:',
  full: 'came back, because your mailbox does not take mails at the moment, as when it is full. All that they say stands here. Questions:',
  complained: 'was reported as spam. To correct the address:',
};

/** While mails of the booking do not arrive, its traveller is told by the page alone. */
export function MailProblemNotice({ problem: { kind, address } }: { problem: MailProblem }) {
  const title = 'Our mails do not reach you';
  return (
    <Card asChild className="grid grid-cols-1 gap-2 border-warning p-4 md:p-5 print:hidden">
      <section aria-label={title}>
        <h2 className="section-heading">{title}</h2>
        <p>
          Our mail to{' '}
          <span translate="no" className="wrap-anywhere">
            {address}
          </span>{' '}
          {causes[kind]} <ContactLink label="mail_problem" />
        </p>
      </section>
    </Card>
  );
}
