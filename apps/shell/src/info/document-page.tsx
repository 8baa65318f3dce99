import type { PageMeta } from '@fareline/ui-theme';
import type { ReactNode } from 'react';
import { InfoPage } from './info-page.tsx';

export interface Section {
  id: string;
  title: string;
  body: ReactNode;
}

interface DocumentPageProps {
  meta: PageMeta;
  title: string;
  lead: ReactNode;
  sections: readonly Section[];
  children?: ReactNode;
}

/** A long text in sections, with a table of contents that is sticky on wide screens. */
export function DocumentPage({ meta, title, lead, sections, children }: DocumentPageProps) {
  return (
    <InfoPage meta={meta} title={title} lead={lead}>
      <div className="document">
        <nav className="document__contents" aria-label="On this page">
          <h2>On this page</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="document__text">
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.body}
            </section>
          ))}
          {children}
        </div>
      </div>
    </InfoPage>
  );
}
