import '../styles.css';
import { Card, MfeScope, useBrand, useKeptFocus, usePageMeta } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

/** Page layout of a screen with one short form. */
export function FormPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  const brand = useBrand();
  usePageMeta({ title: `${title} - ${brand.name}` });
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <MfeScope name="account">
      <div ref={root} className="mx-auto w-full max-w-md px-4 py-8 lg:py-14">
        <Card className="grid gap-5 p-6 lg:p-8">
          <header className="grid gap-1">
            <h1 className="page-heading">{title}</h1>
            {intro && <p className="caption-text">{intro}</p>}
          </header>
          {children}
        </Card>
      </div>
    </MfeScope>
  );
}

/** Page layout of all other screens of this app. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const brand = useBrand();
  usePageMeta({ title: `${title} - ${brand.name}` });
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <MfeScope name="account">
      <div ref={root} className="page-width w-full py-8 lg:py-12">
        {children}
      </div>
    </MfeScope>
  );
}
