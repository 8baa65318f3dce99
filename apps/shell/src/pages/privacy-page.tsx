import { useBrand } from '@fareline/ui-theme';
import { DocumentPage, type Section } from '../info/document-page.tsx';
import { SiteLink } from '../navigation/site-link.tsx';
import { LegalDates } from '../info/legal-dates.tsx';

/** (INFO-01, INFO-02, POLICY-09, POLICY-10) */
export default function PrivacyPage() {
  const { contact } = useBrand();
  const email = contact.email ? (
    <a href={`mailto:${contact.email}`}>{contact.email}</a>
  ) : (
    <>
      us with the form on the <SiteLink to="/contact">contact page</SiteLink>
    </>
  );
  const sections: Section[] = [
    {
      id: 'what-we-collect',
      title: 'What we collect',
      body: (
        <>
          <p>We ask for what an airline needs to seat you, and for what we need to reach you about it.</p>
          <ul>
            <li>
              Names, birth dates and gender of the travellers, and passport details where the route needs
              them.
            </li>
            <li>Your e-mail address and phone number.</li>
            <li>What you searched for and booked, and what you told us.</li>
            <li>Technical data such as your address on the network and the kind of browser.</li>
          </ul>
          <p>Card numbers go to our payment provider. We never keep them.</p>
        </>
      ),
    },
    {
      id: 'why',
      title: 'Why we use it',
      body: (
        <ul>
          <li>To search, book, change and cancel flights for you.</li>
          <li>To take payments and to pay refunds.</li>
          <li>To answer you, and to tell you about changes to your flights.</li>
          <li>To prevent fraud and to meet legal duties.</li>
          <li>To send offers, if you asked for them.</li>
        </ul>
      ),
    },
    {
      id: 'who-else',
      title: 'Who else sees it',
      body: (
        <p>
          Airlines and the flight-data provider through which we book, the payment provider, and authorities
          where the law obliges us. We do not sell personal data.
        </p>
      ),
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      body: (
        <ul>
          <li>Booking data: 7 years, because tax and consumer law ask for it.</li>
          <li>
            Saved travellers, in encrypted form: until you delete them, but no longer than the account is
            open.
          </li>
          <li>Account data: 3 years after the account is closed; it is erased at once if you delete it.</li>
          <li>Records of sign-ins, payments, cancellations and refunds, with the IP address: 2 years.</li>
          <li>Cookies: see the cookie policy for each one’s life.</li>
        </ul>
      ),
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      body: (
        <p>
          You can ask to see, correct, move or erase what we hold about you, and object to its use. In your{' '}
          <SiteLink to="/account-settings?tab=profile">account settings</SiteLink> you download it and delete
          your account yourself. For all else write to {email}; privacy requests are answered within 30 days.
        </p>
      ),
    },
    {
      id: 'children',
      title: 'Children and young people',
      body: (
        <p>
          The site is not meant for children under 13, and we do not knowingly collect data from them. Whoever
          books must be 18 or over; children travel on the booking of an adult.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: (
        <p>
          We announce material changes 30 days before they take effect, here and by e-mail to account holders.
        </p>
      ),
    },
  ];
  return (
    <DocumentPage path="/privacy-policy" title="Privacy Policy" lead={<LegalDates />} sections={sections} />
  );
}
