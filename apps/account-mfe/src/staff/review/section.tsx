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
    <section aria-label={title} className="grid gap-2 border-t border-line pt-4">
      <h2 className="section-heading">{title}</h2>
      {empty ? <p className="caption-text">{empty}</p> : children}
    </section>
  );
}
