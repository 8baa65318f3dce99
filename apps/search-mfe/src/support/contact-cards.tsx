import { callAnswered, emailAnsweredInHours } from '@fareline/contracts/promises';
import type { LucideIcon } from 'lucide-react';
import { Card, PhoneLink, useBrand } from '@fareline/ui-theme';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';

function ContactCard({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  return (
    <Card className="grid content-start gap-2 p-5">
      <Icon className="text-primary-ink" size={24} />
      <h3 className="text-large">{title}</h3>
      {children}
    </Card>
  );
}

const linkClassName = 'font-medium text-primary-ink underline decoration-1 underline-offset-4';

/** Contact by phone, email and visit. (SUPPORT-12, SUPPORT-13) */
export function ContactCards() {
  const { contact, content } = useBrand();
  const { partner, emails } = content;
  const { supportAnswerHours: answerHours } = content.claims;
  const phone = partner.phone || contact.phone;
  if (!phone && !emails.booking && !partner.address) return null;
  return (
    <section className="page-width pt-8 pb-16" aria-labelledby="contact-cards">
      <h2 id="contact-cards" className="text-title">
        {phone && emails.booking && partner.address ? 'Three ways to reach us' : 'How to reach us'}
      </h2>
      <div className="mt-5 grid gap-4 md:grid-cols-3">
        {phone && (
          <ContactCard icon={Phone} title="Call">
            {content.claims.supportWaitSeconds > 0 && (
              <p className="text-text-muted">{callAnswered(content.claims.supportWaitSeconds)}</p>
            )}
            <PhoneLink phone={phone} label="support_contact_call" className={linkClassName} />
          </ContactCard>
        )}
        {emails.booking && (
          <ContactCard icon={Mail} title="Email">
            {answerHours > 0 && <p className="text-text-muted">{emailAnsweredInHours(answerHours)}</p>}
            <a href={`mailto:${emails.booking}`} className={`${linkClassName} [overflow-wrap:anywhere]`}>
              {emails.booking}
            </a>
          </ContactCard>
        )}
        {partner.address && (
          <ContactCard icon={MapPin} title="Visit">
            {partner.visitHours && <p className="text-text-muted">{partner.visitHours}.</p>}
            <p className="font-semibold">{partner.address}</p>
          </ContactCard>
        )}
      </div>
    </section>
  );
}
