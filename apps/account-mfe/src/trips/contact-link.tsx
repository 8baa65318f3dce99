import { PhoneLink, useBrand } from '@fareline/ui-theme';
import { Link } from 'react-router';

/** The phone of the brand, or the contact form of a brand without one. (REFUND-03) */
export function ContactLink() {
  const { phone } = useBrand().contact;
  return phone ? (
    <>
      Call <PhoneLink className="link-text whitespace-nowrap" phone={phone} label="cancel_refused" />
    </>
  ) : (
    <Link className="link-text" to="/contact">
      Write to us
    </Link>
  );
}
