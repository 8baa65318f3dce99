import type { ReactNode } from 'react';

interface ListFactsProps {
  heading: string;
  /** The number of fares, if it is known. */
  fareCount: string | undefined;
  priceRange: ReactNode;
  otherPrices: ReactNode;
  /** Shown below them. */
  children: ReactNode;
}

/** What a phone says about the list after its second card; as high as the progress that it replaces, so that nothing moves. */
export function ListFacts({ heading, fareCount, priceRange, otherPrices, children }: ListFactsProps) {
  return (
    <div className="grid min-h-24 content-center gap-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        {/* The heading itself is above the list. */}
        <p className="text-large font-semibold" aria-hidden>
          {heading}
        </p>
        {fareCount && <p className="text-small text-text-muted figures">{fareCount}</p>}
      </div>
      {priceRange}
      {otherPrices}
      {children}
    </div>
  );
}
