import { DocumentPage, type Section } from '../info/document-page.tsx';
import { FactsTable } from '../info/facts-table.tsx';
import { LegalDates } from '../info/legal-dates.tsx';
import { ConsentSettings } from '../tracking/consent-settings.tsx';

/** (INFO-01, INFO-02, POLICY-12) */
export default function CookiesPage() {
  const sections: Section[] = [
    {
      id: 'what',
      title: 'What cookies are',
      body: (
        <p>
          Small notes that a site leaves in your browser. Some make the site work; others count visits or
          measure advertisements, and those wait for your consent.
        </p>
      ),
    },
    {
      id: 'how-long',
      title: 'Which ones there are, and how long they stay',
      body: (
        <FactsTable
          caption="Life of each kind"
          columns={['Kind', 'Kept for']}
          rows={[
            ['Sign-in session', 'Until you sign out, or it runs out'],
            ['Trip that you opened with a code', '2 hours'],
            ['Shopping cart', '24 hours'],
            ['New version of a page, tried by some visitors', '30 days'],
            ['Analytics, visitor', '2 years'],
            ['Analytics, campaign', '1 year'],
            ['Advertising, conversion', '90 days'],
            ['Advertising, audience', '180 days'],
            ['E-mail tracking', '30 days'],
          ]}
        />
      ),
    },
    {
      id: 'choice',
      title: 'Your choice',
      body: (
        <>
          <p>
            Without your consent only what the site cannot do without is stored. Your browser can delete
            cookies at any time; you then have to sign in again.
          </p>
          <ConsentSettings />
        </>
      ),
    },
  ];
  return (
    <DocumentPage path="/cookie-policy" title="Cookie Policy" lead={<LegalDates />} sections={sections} />
  );
}
