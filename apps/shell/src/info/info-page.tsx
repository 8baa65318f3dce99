import './info.css';
import { usePageMeta, type PageMeta } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

interface InfoPageProps {
  meta: PageMeta;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The layout of an information page: heading, lead paragraph, content. */
export function InfoPage({ meta, title, lead, children }: InfoPageProps) {
  usePageMeta(meta);
  return (
    <article className="info">
      <div className="info__head">
        <h1>{title}</h1>
        <p className="info__lead">{lead}</p>
      </div>
      {children}
    </article>
  );
}
