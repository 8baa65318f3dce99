/** Effective date and last update of the legal texts. (INFO-02) */
export function LegalDates() {
  return (
    <>
      Effective date: <time dateTime="2024-01-01">January 1, 2024</time>. Last updated:{' '}
      <time dateTime="2024-12-12">December 12, 2024</time>.
    </>
  );
}
