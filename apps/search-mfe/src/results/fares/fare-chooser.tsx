import type { CabinClass, Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { classNames, Sentence, useMediaQuery, VisuallyHidden } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useId, useState } from 'react';
import { aboveMobile } from '../../media-queries.ts';
import { getCheapestFare } from '../../offers/itineraries.ts';
import { describeFareTerms, getFareTerms, shortenFareTerms } from '../../offers/fare-terms.ts';
import { getAmount } from '../../offers/price-with-bag.ts';
import { getFareName, getPartName, getShortName } from './fare-names.ts';
import { formatDifference } from './format-difference.ts';
import { CompareFares } from './lazy-compare-fares.ts';

const maxShownFares = 3;

interface FareChooserProps {
  /** Price ascending. */
  fares: readonly Offer[];
  chosen: Offer;
  /** Whether prices include a checked bag where its price is known. */
  withBag: boolean;
  /** The one that was searched, which the names do not repeat. */
  cabin: CabinClass;
  onChoose: (id: string) => void;
}

/** The fares that are shown of many: the first ones, and the chosen one in any case. */
function collapseFares(fares: readonly Offer[], chosen: Offer): readonly Offer[] {
  const first = fares.slice(0, maxShownFares);
  return first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
}

/**
 * The fares of an itinerary in one row, above the rules of the chosen one; a single fare as text. On a phone, which has no room for the row,
 * a button opens their comparison. (LIST-02)
 */
export function FareChooser(props: FareChooserProps) {
  const { fares, chosen, cabin } = props;
  const isWide = useMediaQuery(aboveMobile);
  const [isComparing, setComparing] = useState(false);
  const compare = () => setComparing(true);
  useEffect(() => CompareFares.preload(), []);
  if (fares.length === 1) return <SingleFare fare={chosen} name={getShortName(chosen, cabin)} />;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5 text-small leading-4 md:gap-1">
      {isWide ? (
        <>
          <FareRow {...props} />
          <div className="flex items-center justify-between gap-x-3">
            <FareTerms fare={chosen} className="min-w-0 truncate" />
            <button
              type="button"
              className="-my-1 min-h-6 shrink-0 font-medium text-primary-ink hover:underline"
              aria-haspopup="dialog"
              onClick={compare}
            >
              Compare fares
            </button>
          </div>
        </>
      ) : (
        <>
          <FareTerms fare={chosen} className="line-clamp-2" />
          <CompareButton fare={chosen} name={getShortName(chosen, cabin)} onClick={compare} />
        </>
      )}
      {isComparing && <CompareFares {...props} isWide={isWide} onClose={() => setComparing(false)} />}
    </div>
  );
}

function SingleFare({ fare, name }: { fare: Offer; name: string }) {
  const fareName = getFareName(fare);
  return (
    <div className="min-w-0 text-small leading-4">
      <p>
        <ShortText className="font-medium wrap-break-word" text={fareName} short={name} />
      </p>
      <p className="figures">
        <Sentence>{describeFareTerms(fare)}</Sentence>
      </p>
    </div>
  );
}

/** The rules of a fare in words, in few where there are many: all are a tooltip and read out. */
function FareTerms({ fare, className }: { fare: Offer; className: string }) {
  return (
    <p className={classNames('figures', className)}>
      <ShortText text={describeFareTerms(fare)} short={shortenFareTerms(fare)} />
    </p>
  );
}

interface CompareButtonProps {
  fare: Offer;
  name: string;
  onClick: () => void;
}

/** Shows the chosen fare, and opens the comparison with the others. */
function CompareButton({ fare, name, onClick }: CompareButtonProps) {
  return (
    <button
      type="button"
      className="flex min-h-11 min-w-0 items-center justify-between gap-1 rounded-control border border-control px-2.5 text-start leading-3.5 hover:bg-input"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <span className="grid min-w-0">
        <ShortText className="truncate font-medium" text={getFareName(fare)} short={name} />
        <VisuallyHidden>, </VisuallyHidden>
        <span className="truncate font-medium text-primary-ink">Compare fares</span>
      </span>
      <ChevronDown className="shrink-0 text-primary-ink" size={16} />
    </button>
  );
}

function FareRow({ fares, chosen, withBag, cabin, onChoose }: FareChooserProps) {
  const group = useId();
  const cheapest = getCheapestFare(fares, withBag);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Fares</legend>
      <div className="grid auto-cols-fr grid-flow-col divide-x divide-line rounded-control border border-line">
        {collapseFares(fares, chosen).map((fare) => (
          <FarePart
            key={fare.id}
            fare={fare}
            name={getPartName(fare, cabin)}
            amount={getAmount(fare, withBag)}
            difference={formatDifference(fare, cheapest, withBag)}
            group={group}
            isChosen={fare === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FarePartProps {
  fare: Offer;
  name: string;
  amount: string;
  /** Against the cheapest fare. */
  difference: string | undefined;
  /** Name of the radio group. */
  group: string;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function FarePart({ fare, name, amount, difference, group, isChosen, onChoose }: FarePartProps) {
  const fareName = getFareName(fare);
  const price = formatPrice(amount, fare.total_currency);
  // What is shown in short is read out as one text, because a text for each word makes a list of results slow.
  const details = [fareName, price, ...getFareTerms(fare).map(({ text }) => text)].join(', ');
  return (
    <label
      className="relative flex min-w-0 cursor-pointer items-center justify-center gap-1 px-2 py-2 first:rounded-s-control last:rounded-e-control hover:bg-input has-checked:bg-primary-soft has-checked:shadow-[inset_0_-2px_0_var(--color-primary-ink)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary-ink"
      title={`${fareName}, ${price}`}
    >
      <input
        type="radio"
        className="sr-only"
        name={group}
        value={fare.id}
        checked={isChosen}
        onChange={() => onChoose(fare.id)}
      />
      <span className="truncate font-medium" aria-hidden>
        {name}
      </span>
      <VisuallyHidden>
        <Sentence>{details}</Sentence>
      </VisuallyHidden>
      {difference && (
        <span className="shrink-0 font-semibold figures" translate="no" aria-hidden>
          {difference}
        </span>
      )}
    </label>
  );
}

interface ShortTextProps {
  className?: string;
  text: string;
  short: string;
}

/** Shows the short text, and reads out the whole one. */
function ShortText({ className, text, short }: ShortTextProps) {
  if (short === text)
    return (
      <span className={className}>
        <Sentence>{text}</Sentence>
      </span>
    );
  return (
    <>
      <span className={className} title={text} aria-hidden>
        <Sentence>{short}</Sentence>
      </span>
      <VisuallyHidden>
        <Sentence>{text}</Sentence>
      </VisuallyHidden>
    </>
  );
}
