import { getInformationMeta, type InformationPath } from '@fareline/contracts/pages';
import { useBrand, usePageMeta } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

interface InfoPageProps {
  /** Names its title and description. */
  path: InformationPath;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The layout of an information page: heading, lead paragraph, content. */
export function InfoPage({ path, title, lead, children }: InfoPageProps) {
  usePageMeta(getInformationMeta(path, useBrand()));
  return (
    <article className="page-width pt-6 md:pt-10">
      <div className="mb-8 max-w-184">
        <h1 className="text-display">{title}</h1>
        <p className="mt-3 max-w-(--measure) text-large/6.5 text-text-muted">{lead}</p>
      </div>
      {children}
    </article>
  );
}

/** A section of an information page. */
export function InfoSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-14">
      <h2 className="text-title">{title}</h2>
      {children}
    </section>
  );
}
