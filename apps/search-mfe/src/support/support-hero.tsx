import { addHours } from '@fareline/contracts/brand';
import { doneByPhone, doneInWriting } from '@fareline/contracts/promises';
import { Button, PhoneLink, useBrand } from '@fareline/ui-theme';
import Clock from 'lucide-react/icons/clock';
import Headphones from 'lucide-react/icons/headphones';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router';

/** The support line with its waiting time, partner name and address. (SUPPORT-01, SUPPORT-02, SUPPORT-13) */
export function SupportHero() {
  const { name, contact, content } = useBrand();
  const { partner, claims } = content;
  const phone = partner.phone || contact.phone;
  return (
    <section className="bg-linear-to-b from-primary-soft to-background">
      {phone && claims.supportWaitSeconds > 0 && (
        <p className="flex items-center justify-center gap-2 bg-secondary px-4 py-2.5 text-center text-small font-medium text-on-secondary">
          <Clock size={16} />
          Average wait: less than {claims.supportWaitSeconds} seconds
        </p>
      )}
      <div className="page-width pt-10 pb-4 md:pt-16">
        <p className="flex items-center gap-2 font-medium text-primary-ink">
          <Headphones size={20} />
          {partner.name || name}
        </p>
        <h1 className="mt-3 max-w-3xl text-display">
          {addHours('Flight support from a person', content.supportHours)}
        </h1>
        <p className="mt-3 max-w-2xl text-large text-text-muted">
          {phone
            ? `Book, change or cancel by phone. ${doneByPhone}`
            : `Write to us to book, change or cancel. ${doneInWriting}`}
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <PhoneLink
            phone={phone}
            label="support_hero_call"
            className="ui-button"
            data-variant="primary"
            data-size="large"
          >
            <Phone size={20} />
            Support line {phone}
          </PhoneLink>
          {!phone && (
            <Button asChild size="large">
              <Link to="/contact">
                <Mail size={20} />
                Write to us
              </Link>
            </Button>
          )}
          {partner.address && (
            <p className="flex items-center gap-2 text-text-muted">
              <MapPin size={18} />
              {partner.address}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
