import { cabinLabels, formatFare, formatMinor, type Offer, type Slice } from '@fareline/contracts';
import {
  classNames,
  formatPrice,
  PriceText,
  Select,
  Sentence,
  useMediaQuery,
  VisuallyHidden,
} from '@fareline/ui-theme';
import { useId, useState } from 'react';
import { describeFareTerms } from '../offers/fare-terms.ts';
import { getPriceWithBag } from '../offers/price-with-bag.ts';
import { aboveMobile } from '../media-queries.ts';

const maxCollapsedFares = 3;

interface FareChooserProps {
  /** Price ascending. */
  fares: readonly Offer[];
  chosen: Offer;
  /** Whether prices include a checked bag where its price is known. */
  withBag: boolean;
  onChoose: (id: string) => void;
}

/** "Flex · Economy"; without the cabin if the airline's name of the fare says it, as in "Economy Flex". */
function getSliceFareName(slice: Slice): string {
  const fare = formatFare([slice]);
  const [name = '', cabin = ''] = fare.split(' · ');
  return (name.includes(cabin) ? name : fare) || 'Fare';
}

const cabins = Object.values(cabinLabels);

/** One name where the slices have the same fare, else "Economy Basic / Flex"; the offer page has it in full. */
function getFareName({ slices }: Offer): string {
  const [outbound = 'Fare', inbound = outbound] = slices.map(getSliceFareName);
  if (outbound === inbound) return outbound;
  const cabin = cabins.find((name) => [outbound, inbound].every((fare) => fare.startsWith(`${name} `)));
  return `${outbound} / ${cabin ? inbound.slice(cabin.length + 1) : inbound}`;
}

function getAmount(offer: Offer, withBag: boolean): string {
  const { minor, status } = getPriceWithBag(offer);
  return withBag && status === 'paid'
    ? formatMinor(minor, offer.total_currency || 'USD')
    : offer.total_amount;
}

/** The fares of an itinerary side by side, or as a select on a phone; a single fare as text. (LIST-02) */
export function FareChooser(props: FareChooserProps) {
  const isWide = useMediaQuery(aboveMobile);
  if (props.fares.length === 1) return <FareText fare={props.chosen} hasName />;
  return isWide ? <FareColumns {...props} /> : <FareSelect {...props} />;
}

function FareText({ fare, hasName = false }: { fare: Offer; hasName?: boolean }) {
  return (
    <div className="text-small leading-4 md:leading-5">
      {hasName && (
        <p className="font-bold wrap-break-word">
          <Sentence>{getFareName(fare)}</Sentence>
        </p>
      )}
      <p className="text-text-muted figures">
        <Sentence>{describeFareTerms(fare).join(' · ')}</Sentence>
      </p>
    </div>
  );
}

function FareSelect({ fares, chosen, withBag, onChoose }: FareChooserProps) {
  const toOption = (fare: Offer) => ({
    value: fare.id,
    label: `${formatPrice(getAmount(fare, withBag), fare.total_currency)} ${getFareName(fare)}`,
  });
  return (
    <div className="grid gap-1">
      <Select
        translate="no"
        aria-label={`Fare, ${fares.length} to choose from`}
        value={chosen.id}
        options={fares.map(toOption)}
        onValueChange={onChoose}
      />
      <FareText fare={chosen} />
    </div>
  );
}

function FareColumns({ fares, chosen, withBag, onChoose }: FareChooserProps) {
  const group = useId();
  const [isExpanded, setExpanded] = useState(false);
  const isChosenHidden = fares.indexOf(chosen) >= maxCollapsedFares;
  const shown = isExpanded || isChosenHidden ? fares : fares.slice(0, maxCollapsedFares);
  const hiddenCount = fares.length - shown.length;
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">Fares</legend>
      <div className={classNames('grid grow gap-1.5', fares.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
        {shown.map((fare) => (
          <FareColumn
            key={fare.id}
            fare={fare}
            amount={getAmount(fare, withBag)}
            group={group}
            isChosen={fare === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
      {hiddenCount > 0 && (
        <button
          type="button"
          className="w-9 rounded-control text-small leading-4 font-bold text-primary-ink hover:bg-primary-soft"
          aria-label={`+${hiddenCount} more ${hiddenCount === 1 ? 'fare' : 'fares'}`}
          title={`${hiddenCount} more ${hiddenCount === 1 ? 'fare' : 'fares'}`}
          onClick={() => setExpanded(true)}
        >
          +{hiddenCount} more
        </button>
      )}
    </fieldset>
  );
}

interface FareColumnProps {
  fare: Offer;
  amount: string;
  /** Name of the radio group. */
  group: string;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function FareColumn({ fare, amount, group, isChosen, onChoose }: FareColumnProps) {
  return (
    <label className="flex cursor-pointer flex-col rounded-control border border-line px-1.5 py-1 text-small leading-4 hover:border-control has-checked:border-primary-ink has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-ink">
      <span className="flex items-center justify-between gap-1">
        <PriceText amount={amount} currency={fare.total_currency} className="leading-5" />
        <input
          type="radio"
          className="size-3.5 accent-primary-ink"
          name={group}
          value={fare.id}
          checked={isChosen}
          onChange={() => onChoose(fare.id)}
        />
      </span>
      <span className="font-bold wrap-break-word">
        <Sentence>{getFareName(fare)}</Sentence>
      </span>
      {describeFareTerms(fare).map((term) => (
        <span key={term} className="text-text-muted figures">
          <VisuallyHidden>, </VisuallyHidden>
          <Sentence>{term}</Sentence>
        </span>
      ))}
    </label>
  );
}
