import { classNames } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

interface HomeSectionProps {
  /** Id of its heading. */
  heading: string;
  className?: string;
  children: ReactNode;
}

/** A section without a colour of its own; as far from the section before it and from the footer as from a coloured one. */
export const HomeSection = ({ heading, className, children }: HomeSectionProps) => (
  <section
    className={classNames('page-width py-12 last:pb-6 md:py-16 lg:last:pb-8 [.page-width+&]:pt-0', className)}
    aria-labelledby={heading}
  >
    {children}
  </section>
);
