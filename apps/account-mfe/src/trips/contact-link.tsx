import { PhoneLink, useBrand } from '@fareline/ui-theme';
import { Link } from 'react-router';

interface ContactLinkProps {
  /** What the visitor calls about, for the counts of pressed phone numbers. */
  label: 'address_change' | 'cancel_refused' | 'change_trip' | 'mail_problem';
}

/** The phone of the brand, or the contact form of a brand without one. (REFUND-03) */
export function ContactLink({ label }: ContactLinkProps) {
  const { phone } = useBrand().contact;
  return phone ? (
    <>
      Call <PhoneLink className="link-text whitespace-nowrap" phone={phone} label={label} />
    </>
  ) : (
    // Beside what was chosen in a form, which stays.
    <Link className="link-text" to="/contact" target="_blank">
      Write to us
    </Link>
  );
}
