import '../styles.css';
import { Card, MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

/** The frame of a screen with one small form. */
export function FormPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const brand = useBrand();
  usePageMeta({ title: `${title} - ${brand.name}` });
  return (
    <MfeScope name="account">
      <div className="mx-auto w-full max-w-md px-4 py-8 lg:py-14">
        <Card className="grid gap-5 p-6 lg:p-8">
          <header className="grid gap-1">
            <h1 className="account-heading">{title}</h1>
            {lead && <p className="account-quiet">{lead}</p>}
          </header>
          {children}
        </Card>
      </div>
    </MfeScope>
  );
}

/** The frame of every other screen of this app. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const brand = useBrand();
  usePageMeta({ title: `${title} - ${brand.name}` });
  return (
    <MfeScope name="account">
      <div className="mx-auto w-full max-w-7xl px-4 py-8 md:px-6 lg:py-12">{children}</div>
    </MfeScope>
  );
}
