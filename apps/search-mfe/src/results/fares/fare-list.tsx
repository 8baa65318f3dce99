import type { Offer } from '@fareline/contracts';
import { PriceText, Sentence } from '@fareline/ui-theme';
import { FareRuleIcon } from '@fareline/ui-theme/widgets';
import type { ReactNode } from 'react';
import { getFareTerms } from '../../offers/fare-terms.ts';
import { getCheapestFare } from '../../offers/itineraries.ts';
import { getAmount } from '../../offers/price-with-bag.ts';
import { getFareName } from './fare-names.ts';
import { formatDifference } from './format-difference.ts';

interface FareListProps {
  /** Price ascending. */
  fares: readonly Offer[];
  chosen: Offer;
  /** Whether prices include a checked bag where its price is known. */
  withBag: boolean;
  /** What can be pressed for a fare. */
  renderAction: (fare: Offer, name: string, isChosen: boolean) => ReactNode;
}

/** The fares of an itinerary with their rules in words: columns of equal width, on a phone rows. (LIST-02) */
export function FareList({ fares, chosen, withBag, renderAction }: FareListProps) {
  const cheapest = getCheapestFare(fares, withBag);
  return (
    <ul className="grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
      {fares.map((fare) => {
        const name = getFareName(fare);
        const isChosen = fare.id === chosen.id;
        const difference = formatDifference(fare, cheapest, withBag);
        return (
          <li
            key={fare.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-card border border-line px-3 py-2.5 aria-current:border-primary-ink aria-current:bg-primary-soft md:row-span-6 md:grid-cols-1 md:grid-rows-subgrid md:gap-y-1.5"
            aria-current={isChosen || undefined}
          >
            <h3 className="text-body font-medium">
              <Sentence>{name}</Sentence>
            </h3>
            <p className="flex flex-wrap items-baseline gap-x-2 max-md:justify-end">
              <PriceText amount={getAmount(fare, withBag)} currency={fare.total_currency} size="large" />
              {difference && <span className="text-small text-text-muted figures">{difference}</span>}
            </p>
            {getFareTerms(fare).map(({ kind, text }) => (
              <p key={kind} className="col-start-1 flex gap-2 text-small leading-5 figures">
                <span className="mt-0.5">
                  <FareRuleIcon kind={kind} size={16} />
                </span>
                <Sentence>{text}</Sentence>
              </p>
            ))}
            <div className="grid max-md:col-start-2 max-md:row-[2/span_3] max-md:self-end md:mt-2">
              {renderAction(fare, name, isChosen)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
