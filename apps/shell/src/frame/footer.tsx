import { isIataCertified } from '@fareline/contracts/brand';
import { classNames, PhoneLink, useBrand } from '@fareline/ui-theme';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Clock from 'lucide-react/icons/clock';
import Headphones from 'lucide-react/icons/headphones';
import Lock from 'lucide-react/icons/lock';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { IataMark } from './iata-mark.tsx';
import { SiteLink } from '../navigation/site-link.tsx';

/** "IATA certified" → "IATA Certified", like the other badges. */
const capitalise = (text: string): string => text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Security, the brand's first certification and its hours of support. (FOOTER-01) */
const getBadges = (certification: string | undefined, hours: string) => [
  { icon: Lock, label: 'SSL Secured' },
  ...(certification ? [{ icon: BadgeCheck, label: capitalise(certification) }] : []),
  ...(hours ? [{ icon: Headphones, label: `${hours} Support` }] : []),
];

/** (FOOTER-02) */
const quickLinks = [
  { to: '/my-trips', label: 'My Bookings' },
  { to: '/contact', label: 'Customer Support' },
  { to: '/about', label: 'About Us' },
  { to: '/', label: 'Search Flights' },
];

/** (FOOTER-03) */
const legalLinks = [
  { to: '/terms', label: 'Terms of Service' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/cancellation-policy', label: 'Cancellation Policy' },
  { to: '/cookies', label: 'Cookie Policy' },
];

/** (FOOTER-06) */
const bottomLinks = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/cookies', label: 'Cookies' },
];

const contactLink = 'font-medium text-text underline-offset-[0.25em] hover:underline';
const contactItem = 'flex items-start gap-2.5 py-1';
const contactIcon = 'mt-0.75 flex-none';

function LinkItems({
  links,
  className,
}: {
  links: readonly { to: string; label: string }[];
  className: string;
}) {
  return links.map(({ to, label }) => (
    <li key={label}>
      <SiteLink
        className={classNames(
          'inline-block underline-offset-[0.25em] hover:text-text hover:underline',
          className,
        )}
        to={to}
      >
        {label}
      </SiteLink>
    </li>
  ));
}

function LinkList({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-text">{title}</h2>
      <ul className="mt-2 grid gap-0.5">
        <LinkItems links={links} className="py-1.25" />
      </ul>
    </nav>
  );
}

function ContactBlock() {
  const { contact, content } = useBrand();
  const { company, supportHours } = content;
  return (
    <section className="col-span-full md:col-auto" aria-labelledby="footer-contact">
      <h2 className="text-text" id="footer-contact">
        Contact
      </h2>
      <ul className="mt-2 grid gap-0.5">
        {contact.phone && (
          <li className={contactItem}>
            <Phone size={18} className={contactIcon} />
            <PhoneLink className={contactLink} phone={contact.phone} label="footer_phone" />
          </li>
        )}
        {contact.email && (
          <li className={contactItem}>
            <Mail size={18} className={contactIcon} />
            <a className={contactLink} href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </li>
        )}
        {supportHours && (
          <li className={contactItem}>
            <Clock size={18} className={contactIcon} />
            {supportHours} Service
          </li>
        )}
        {company.registeredOffice && (
          <li className={contactItem}>
            <MapPin size={18} className={contactIcon} />
            <span>
              Registered office
              <br />
              {company.registeredOffice}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** `2025`, later `2025–2026`. (FOOTER-06) */
function formatYears(first: number): string {
  const year = new Date().getFullYear();
  return year > first ? `${first}–${year}` : String(first);
}

export function Footer() {
  const { name, content } = useBrand();
  const { company } = content;
  const companyFacts = [company.doingBusinessAs, company.registration].filter(Boolean);
  return (
    <footer className="print:hidden mt-6 lg:mt-8 wrap-anywhere border-t border-line bg-card text-text-muted">
      <div className="page-width grid grid-cols-2 gap-x-4 gap-y-6 pt-8 pb-6 sm:px-6 md:grid-cols-[1fr_1fr_1.6fr] md:gap-x-8 md:pb-10 lg:grid-cols-[2fr_1fr_1fr_1.6fr] lg:gap-12 lg:pt-12">
        <section className="col-span-full lg:col-auto">
          <h2 className="text-large/body text-text">{name}</h2>
          <p className="mt-2 max-w-104">{content.blurb}</p>
          <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-small/body font-medium text-text">
            {getBadges(content.certifications[0], content.supportHours).map(({ icon: Icon, label }) => (
              <li key={label} className="flex items-center gap-1.5">
                <Icon size={18} className="text-primary-ink" /> {label}
              </li>
            ))}
          </ul>
        </section>
        <LinkList title="Quick Links" links={quickLinks} />
        <LinkList title="Legal & Policies" links={legalLinks} />
        <ContactBlock />
      </div>
      <div className="page-width grid gap-3 border-t border-line py-6 text-small md:flex md:items-center md:gap-6">
        {isIataCertified(content) && <IataMark />}
        <div className="md:flex-1">
          <p>
            © {formatYears(company.copyrightYear)} {name}. All rights reserved.
          </p>
          {companyFacts.length > 0 && <p>{companyFacts.map((fact) => `${fact}.`).join(' ')}</p>}
        </div>
        <ul className="flex gap-5">
          <LinkItems links={bottomLinks} className="py-1" />
        </ul>
      </div>
    </footer>
  );
}
