import { Button, LinkButton, PhoneLink, useBrand } from '@fareline/ui-theme';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';

interface CallBannerProps {
  title: string;
  children?: ReactNode;
  email?: string;
  /** A link that is more important than the phone number. */
  link?: ReactNode;
}

/** A banner with phone and email at the end of a page; nothing for a brand that has neither, unless there is a link. Its first button is filled, the others are outlined. */
export function CallBanner({ title, children, email, link }: CallBannerProps) {
  const { contact } = useBrand();
  if (!contact.phone && !email && !link) return null;
  return (
    <section
      className="mt-16 grid gap-5 rounded-card bg-secondary px-5 py-7 text-on-secondary md:grid-cols-[1fr_auto] md:items-center md:px-9 md:py-8"
      aria-label={title}
    >
      <div>
        <h2 className="text-title">{title}</h2>
        {children && <p className="mt-1.5 max-w-160">{children}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3 wrap-anywhere *:max-w-full">
        {link && (
          <Button asChild variant="inverse">
            {link}
          </Button>
        )}
        {contact.phone && (
          <Button asChild variant={link ? 'inverse-outline' : 'inverse'}>
            <PhoneLink phone={contact.phone} label="cta_call_button">
              <Phone size={18} /> Call {contact.phone}
            </PhoneLink>
          </Button>
        )}
        {email && (
          <LinkButton variant="inverse-outline" href={`mailto:${email}`}>
            <Mail size={18} /> {email}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
