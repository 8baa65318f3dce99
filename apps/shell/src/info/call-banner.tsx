import { PhoneLink, useBrand } from '@fareline/ui-theme';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';

interface CallBannerProps {
  title: string;
  children?: ReactNode;
  email?: string;
  /** Additional buttons. */
  actions?: ReactNode;
}

/** A banner with phone and email at the end of a page. */
export function CallBanner({ title, children, email, actions }: CallBannerProps) {
  const { contact } = useBrand();
  return (
    <section className="call-banner" aria-label={title}>
      <div>
        <h2>{title}</h2>
        {children && <p>{children}</p>}
      </div>
      <div className="call-banner__actions">
        {actions}
        <PhoneLink className="ui-button" phone={contact.phone} label="cta_call_button">
          <Phone size={18} /> Call {contact.phone}
        </PhoneLink>
        {email && (
          <a className="ui-button" href={`mailto:${email}`}>
            <Mail size={18} /> {email}
          </a>
        )}
      </div>
    </section>
  );
}
