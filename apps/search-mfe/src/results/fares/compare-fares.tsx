import type { Offer } from '@fareline/contracts';
import { Button, PriceText, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { Dialog, DialogContent, FareRuleIcon, Sheet, SheetContent } from '@fareline/ui-theme/widgets';
import { getFareTerms } from '../../offers/fare-terms.ts';
import { getAmount } from '../../offers/price-with-bag.ts';
import { getCheapestFare } from '../../offers/itineraries.ts';
import { getFareName } from './fare-names.ts';
import { formatDifference } from './format-difference.ts';

interface CompareFaresProps {
  /** Price ascending. */
  fares: readonly Offer[];
  chosen: Offer;
  /** Whether prices include a checked bag where its price is known. */
  withBag: boolean;
  onChoose: (id: string) => void;
  /** Whether there is room for columns. */
  isWide: boolean;
  onClose: () => void;
}

const title = 'Compare fares';

/** All fares of an itinerary with their rules in words: columns, on a phone rows. (LIST-02) */
export default function CompareFares({ isWide, onClose, ...props }: CompareFaresProps) {
  const list = <FareList {...props} onClose={onClose} />;
  return isWide ? (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={title}
        style={{ width: `min(${15 * props.fares.length}rem, calc(100vw - 3rem))` }}
      >
        {list}
      </DialogContent>
    </Dialog>
  ) : (
    <Sheet open onOpenChange={onClose}>
      <SheetContent title={title} side="bottom">
        {list}
      </SheetContent>
    </Sheet>
  );
}

function FareList({ fares, chosen, withBag, onChoose, onClose }: Omit<CompareFaresProps, 'isWide'>) {
  const choose = (id: string) => {
    onChoose(id);
    onClose();
  };
  const cheapest = getCheapestFare(fares, withBag);
  return (
    <ul className="grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
      {fares.map((fare) => {
        const name = getFareName(fare);
        const isChosen = fare === chosen;
        const difference = formatDifference(fare, cheapest, withBag);
        return (
          <li
            key={fare.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-card border border-line p-3 aria-current:border-primary-ink aria-current:bg-primary-soft md:row-span-6 md:grid-cols-1 md:grid-rows-subgrid md:gap-y-1.5"
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
            <Button
              variant="secondary"
              className="max-md:col-start-2 max-md:row-[2/span_3] max-md:self-end md:mt-2"
              onClick={() => choose(fare.id)}
            >
              {isChosen ? 'Keep' : 'Choose'}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
