import { Card } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

/** A part of the record of a booking. */
export function Section({
  title,
  empty,
  children,
}: {
  title: string;
  empty?: string | false;
  children: ReactNode;
}) {
  return (
    <Card asChild className="grid gap-3 p-5">
      <section aria-label={title}>
        <h2 className="section-heading">{title}</h2>
        {empty ? <p className="caption-text">{empty}</p> : children}
      </section>
    </Card>
  );
}
