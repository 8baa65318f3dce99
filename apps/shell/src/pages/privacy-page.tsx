import {
  cardNumbersNotKept,
  dataNotSold,
  downloadAndDelete,
  notForChildren,
  onlyWhatIsNeeded,
  policyChangesAnnounced,
  requestsAnswered,
  rights,
} from '@fareline/contracts/promises';
import { describeRetention } from '@fareline/contracts/retention';
import { useBrand } from '@fareline/ui-theme';
import { DocumentPage, type Section } from '../info/document-page.tsx';
import { SiteLink } from '../navigation/site-link.tsx';
import { WithLink } from '../info/with-link.tsx';
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
          <p>{onlyWhatIsNeeded}</p>
          <ul>
            <li>
              Names, birth dates and gender of the travellers, and passport details where the route needs
              them.
            </li>
            <li>Your e-mail address and phone number.</li>
            <li>What you searched for and booked, and what you told us.</li>
            <li>Technical data such as your address on the network and the kind of browser.</li>
          </ul>
          <p>{cardNumbersNotKept}</p>
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
          where the law obliges us. {dataNotSold}
        </p>
      ),
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      body: (
        <ul>
          {describeRetention().map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>Cookies: see the cookie policy for each one’s life.</li>
        </ul>
      ),
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      body: (
        <p>
          {rights}{' '}
          <WithLink words="account settings" to="/account-settings?tab=profile">
            {downloadAndDelete}
          </WithLink>{' '}
          For all else write to {email}. {requestsAnswered}
        </p>
      ),
    },
    {
      id: 'children',
      title: 'Children and young people',
      body: (
        <p>{notForChildren} Whoever books must be 18 or over; children travel on the booking of an adult.</p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: <p>{policyChangesAnnounced}</p>,
    },
  ];
  return (
    <DocumentPage path="/privacy-policy" title="Privacy Policy" lead={<LegalDates />} sections={sections} />
  );
}
