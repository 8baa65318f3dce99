import type { InformationPath } from '@fareline/contracts/pages';
import type { ReactNode } from 'react';
import { InfoPage } from './info-page.tsx';

export interface Section {
  id: string;
  title: string;
  body: ReactNode;
}

interface DocumentPageProps {
  path: InformationPath;
  title: string;
  lead: ReactNode;
  sections: readonly Section[];
  children?: ReactNode;
}

/** A long text in sections, with a table of contents that is sticky on wide screens. */
export function DocumentPage({ path, title, lead, sections, children }: DocumentPageProps) {
  return (
    <InfoPage path={path} title={title} lead={lead}>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start lg:gap-18">
        <nav
          className="max-lg:mb-10 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-card max-lg:px-5 max-lg:py-4 lg:sticky lg:top-[calc(var(--header-height,4.5rem)+1.5rem)] lg:text-small/body"
          aria-label="On this page"
        >
          <h2 className="text-small">On this page</h2>
          <ol className="mt-1.5">
            {sections.map((section) => (
              <li key={section.id}>
                <a
                  className="block py-1 leading-5.5 text-text-muted underline-offset-[0.25em] hover:text-primary-ink hover:underline"
                  href={`#${section.id}`}
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="document-text min-w-0">
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 className="text-title" id={`${section.id}-title`}>
                {section.title}
              </h2>
              {section.body}
            </section>
          ))}
          {children}
        </div>
      </div>
    </InfoPage>
  );
}
