import {
  bookedAsPlaced,
  carriageIsArranged,
  changedPriceSeenFirst,
  noBookingFees,
  paidInUsd,
  refundReachesYou,
  refundedInFull,
  termsChangesAnnounced,
} from '@fareline/contracts/promises';
import { useBrand } from '@fareline/ui-theme';
import { DocumentPage, type Section } from '../info/document-page.tsx';
import { LegalDates } from '../info/legal-dates.tsx';
import { SiteLink } from '../navigation/site-link.tsx';

/** (INFO-01, INFO-02, POLICY-02, POLICY-10, POLICY-11) */
export default function TermsPage() {
  const { name, content, contact } = useBrand();
  const { company } = content;
  const sections: Section[] = [
    {
      id: 'who-we-are',
      title: 'Who we are',
      body: (
        <p>
          {company.doingBusinessAs || company.legalName || name} (“we”) is a travel agent.{' '}
          {carriageIsArranged}
        </p>
      ),
    },
    {
      id: 'who-can-book',
      title: 'Who can book',
      body: (
        <p>
          You must be 18 or over to book, and allowed to book for everybody you name. Names must match the
          travel documents; correcting them later may cost an airline fee.
        </p>
      ),
    },
    {
      id: 'prices',
      title: 'Prices and payment',
      body: (
        <ul>
          <li>{paidInUsd}</li>
          <li>{noBookingFees}</li>
          <li>{changedPriceSeenFirst}</li>
        </ul>
      ),
    },
    {
      id: 'cancelling',
      title: 'Cancelling and refunds',
      body: (
        <>
          <p>
            {refundedInFull} {refundReachesYou}
          </p>
          <p>
            After that the fare’s own rules apply; the{' '}
            <SiteLink to="/cancellation-policy">Cancellation Policy</SiteLink> explains them.
          </p>
        </>
      ),
    },
    {
      id: 'documents',
      title: 'Travel documents',
      body: (
        <p>
          Passports, visas and health papers are each traveller’s own care. A refused boarding is not refunded
          by us.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'What we answer for',
      body: (
        <p>
          {bookedAsPlaced} Delays, cancellations and baggage are the airline’s responsibility under its
          conditions of carriage and the law.
        </p>
      ),
    },
    {
      id: 'law',
      title: 'Law and disputes',
      body: (
        <p>
          {company.state
            ? `The law of the State of ${company.state} governs these terms. Disputes are settled by binding arbitration there, `
            : 'Disputes are settled by binding arbitration, '}
          unless the law where you live gives you another right.{' '}
          {contact.phone ? (
            `Talk to us first on ${contact.phone}: most things are solved in one call.`
          ) : (
            <>
              <SiteLink to="/contact">Write to us</SiteLink> first: most things are solved without a dispute.
            </>
          )}
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: <p>{termsChangesAnnounced}</p>,
    },
  ];
  return (
    <DocumentPage
      path="/terms-of-service"
      title="Terms of Service"
      lead={<LegalDates />}
      sections={sections}
    />
  );
}
