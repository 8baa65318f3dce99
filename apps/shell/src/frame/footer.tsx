import { PhoneLink, useBrand } from '@fareline/ui-theme';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Clock from 'lucide-react/icons/clock';
import Headphones from 'lucide-react/icons/headphones';
import Lock from 'lucide-react/icons/lock';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { IataMark } from './iata-mark.tsx';
import { SiteLink } from '../navigation/site-link.tsx';

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

function LinkList({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav className="footer__column" aria-label={title}>
      <h2 className="footer__title">{title}</h2>
      <ul className="footer__list">
        {links.map(({ to, label }) => (
          <li key={label}>
            <SiteLink to={to}>{label}</SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ContactBlock() {
  const { contact, content } = useBrand();
  const { company } = content;
  return (
    <section className="footer__column" aria-labelledby="footer-contact">
      <h2 className="footer__title" id="footer-contact">
        Contact
      </h2>
      <ul className="footer__list footer__contact">
        <li>
          <Phone size={18} />
          <PhoneLink phone={contact.phone} label="footer_phone" />
        </li>
        <li>
          <Mail size={18} />
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </li>
        <li>
          <Clock size={18} />
          24/7 Service
        </li>
        <li>
          <MapPin size={18} />
          <span>
            Registered office
            <br />
            {company.registeredOffice}
          </span>
        </li>
      </ul>
    </section>
  );
}

export function Footer() {
  const { name, content } = useBrand();
  const { company } = content;
  return (
    <footer className="footer">
      <div className="footer__columns">
        <section className="footer__column footer__about">
          <h2 className="footer__brand">{name}</h2>
          <p>{content.blurb}</p>
          <ul className="footer__badges">
            <li>
              <Lock size={18} /> SSL Secured
            </li>
            <li>
              <BadgeCheck size={18} /> IATA Certified
            </li>
            <li>
              <Headphones size={18} /> 24/7 Support
            </li>
          </ul>
        </section>
        <LinkList title="Quick Links" links={quickLinks} />
        <LinkList title="Legal & Policies" links={legalLinks} />
        <ContactBlock />
      </div>
      <div className="footer__bottom">
        <IataMark />
        <div>
          <p>
            © {company.copyrightYear} {name}. All rights reserved.
          </p>
          <p>
            {company.doingBusinessAs}. {company.registration}.
          </p>
        </div>
        <ul className="footer__bottom-links">
          {bottomLinks.map(({ to, label }) => (
            <li key={label}>
              <SiteLink to={to}>{label}</SiteLink>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
