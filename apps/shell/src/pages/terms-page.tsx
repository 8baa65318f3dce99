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
          {company.doingBusinessAs || company.legalName || name} (“we”) is a travel agent. Flights are
          operated by the airlines; your contract of carriage is with them, and we arrange it.
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
          <li>All payments are in USD.</li>
          <li>There are no booking fees: the total before you pay is the total your card is charged.</li>
          <li>
            Fares can change until a booking is confirmed. If yours does, you see the old and the new price
            first.
          </li>
        </ul>
      ),
    },
    {
      id: 'cancelling',
      title: 'Cancelling and refunds',
      body: (
        <>
          <p>
            A booking that is cancelled within 24 hours, at least 7 days before departure, is refunded in full
            if the airline agrees; My Trips asks it. The refund reaches you in 5-10 business days.
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
          We answer for arranging the booking as you placed it. Delays, cancellations and baggage are the
          airline’s responsibility under its conditions of carriage and the law.
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
      body: (
        <p>Material changes are announced 30 days ahead. A booking keeps the terms that it was made under.</p>
      ),
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
