import {
  cabinLabels,
  formatMinor,
  listFare,
  type CabinClass,
  type Offer,
  type Slice,
} from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { PriceText, Select, Sentence, useMediaQuery, VisuallyHidden } from '@fareline/ui-theme';
import { FareRuleIcon } from '@fareline/ui-theme/widgets';
import { useId, useState, type ReactNode } from 'react';
import { describeFareTerms, getFareTerms } from '../offers/fare-terms.ts';
import { getPriceWithBag } from '../offers/price-with-bag.ts';
import { aboveMobile } from '../media-queries.ts';

const maxCollapsedFares = 3;

interface FareChooserProps {
  /** Price ascending. */
  fares: readonly Offer[];
  chosen: Offer;
  /** Whether prices include a checked bag where its price is known. */
  withBag: boolean;
  /** The one that was searched, which the names do not repeat. */
  cabin: CabinClass;
  onChoose: (id: string) => void;
  /** What the card has to note, in its last line. */
  children?: ReactNode;
}

/** "Flex · Economy"; without the cabin if the airline's name of the fare says it, as in "Economy Flex". */
function getSliceFareName(slice: Slice): string {
  const [name = '', cabin = ''] = listFare(slice);
  return (name.includes(cabin) ? name : `${name} · ${cabin}`) || 'Fare';
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

/** "Flex", or "Basic / Flex", where the fare is in the searched cabin; "Premium Flex" in Premium Economy. */
function getShortName(offer: Offer, cabin: CabinClass): string {
  const label = cabinLabels[cabin];
  const names = getFareName(offer)
    .split(' / ')
    .map((name) => name.replace(new RegExp(` · ${label}$`), '').replace(new RegExp(`^${label} `), ''));
  return names.join(' / ').replaceAll('Premium Economy', 'Premium');
}

/** What a fare column has room for. */
const maxColumnName = 15;

/** The short name where a column has room for it, else less: the whole name is a tooltip and read out. */
function getColumnName(offer: Offer, cabin: CabinClass): string {
  const name = getShortName(offer, cabin);
  if (name.length <= maxColumnName) return name;
  if (name.includes(' · ')) return 'Mixed cabins';
  const shorter = name.replaceAll('Standard', 'Std');
  return shorter.length > maxColumnName && name.includes(' / ') ? 'Mixed fares' : shorter;
}

/** The fares that are shown of many: the first ones, and the chosen one in any case. */
function collapseFares(fares: readonly Offer[], chosen: Offer): readonly Offer[] {
  const first = fares.slice(0, maxCollapsedFares);
  return first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
}

/**
 * The fares of an itinerary side by side, or as a select on a phone; a single fare as text. Below them is the last line of the card.
 * (LIST-02)
 */
export function FareChooser(props: FareChooserProps) {
  const { fares, chosen, children } = props;
  const isWide = useMediaQuery(aboveMobile);
  const [isExpanded, setExpanded] = useState(false);
  const hasColumns = fares.length > 1 && isWide;
  const hiddenCount = fares.length - maxCollapsedFares;
  const lastLine = (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small leading-4 empty:hidden xl:col-span-2 xl:col-start-2">
      {hasColumns && hiddenCount > 0 && (
        <button
          type="button"
          className="-my-1 min-h-6 shrink-0 font-bold text-primary-ink hover:underline"
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show fewer' : `+${hiddenCount} more`}
          <VisuallyHidden> {hiddenCount === 1 && !isExpanded ? 'fare' : 'fares'}</VisuallyHidden>
        </button>
      )}
      {children}
    </div>
  );
  // The last line is as wide as the fares and the price together.
  return (
    <>
      {hasColumns ? (
        <FareColumns {...props} fares={isExpanded ? fares : collapseFares(fares, chosen)} />
      ) : (
        <div className="flex flex-col gap-1 md:self-center xl:min-h-24.5 xl:justify-center">
          {fares.length > 1 ? (
            <FareSelect {...props} />
          ) : (
            <FareText fare={chosen} name={getShortName(chosen, props.cabin)} />
          )}
        </div>
      )}
      {lastLine}
    </>
  );
}

/** Shows the short name, if it is given, and reads out the whole one. */
function FareText({ fare, name }: { fare: Offer; name?: string }) {
  const fareName = getFareName(fare);
  return (
    <div className="text-small leading-4 md:leading-5">
      {name && (
        <p>
          <ShortText className="font-bold wrap-break-word" text={fareName} short={name} />
          <VisuallyHidden>
            <Sentence>{fareName}</Sentence>
          </VisuallyHidden>
        </p>
      )}
      <p className="figures">
        <Sentence>{describeFareTerms(fare)}</Sentence>
      </p>
    </div>
  );
}

function FareSelect({ fares, chosen, withBag, cabin, onChoose }: FareChooserProps) {
  const toOption = (fare: Offer) => ({
    value: fare.id,
    label: `${formatPrice(getAmount(fare, withBag), fare.total_currency)} ${getShortName(fare, cabin)}`,
  });
  return (
    <>
      <Select
        translate="no"
        aria-label={`Fare, ${fares.length} to choose from`}
        value={chosen.id}
        options={fares.map(toOption)}
        onValueChange={onChoose}
      />
      <FareText fare={chosen} />
    </>
  );
}

function FareColumns({ fares, chosen, withBag, cabin, onChoose }: FareChooserProps) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Fares</legend>
      <div className="grid auto-rows-fr grid-cols-3 gap-1.5 xl:grid-cols-[repeat(3,7.5rem)]">
        {fares.map((fare) => (
          <FareColumn
            key={fare.id}
            fare={fare}
            name={getColumnName(fare, cabin)}
            amount={getAmount(fare, withBag)}
            group={group}
            isChosen={fare === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FareColumnProps {
  fare: Offer;
  name: string;
  amount: string;
  /** Name of the radio group. */
  group: string;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function FareColumn({ fare, name, amount, group, isChosen, onChoose }: FareColumnProps) {
  const fareName = getFareName(fare);
  const terms = getFareTerms(fare);
  // What is shown in short is read out as one text, because a text for each word makes a list of results slow.
  const details = [fareName, ...terms.map(({ text }) => text)].join(', ');
  return (
    <label className="flex cursor-pointer flex-col rounded-control border border-line px-2.5 py-2 text-small leading-4 hover:border-control has-checked:border-primary-ink has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-ink">
      <span className="flex flex-wrap items-center gap-x-1.5">
        <PriceText amount={amount} currency={fare.total_currency} className="leading-4" />
        <input
          type="radio"
          className="size-3.5 accent-primary-ink outline-none max-xl:order-1 xl:ms-auto"
          name={group}
          value={fare.id}
          checked={isChosen}
          onChange={() => onChoose(fare.id)}
        />
        <ShortText className="grow truncate font-bold xl:basis-full" text={fareName} short={name} />
      </span>
      <VisuallyHidden>
        <Sentence>{details}</Sentence>
      </VisuallyHidden>
      {terms.map(({ kind, text, short }) => (
        <ShortText
          key={kind}
          className="flex items-center gap-0.5 whitespace-nowrap figures"
          text={text}
          short={short}
        >
          <FareRuleIcon kind={kind} size={12} />
        </ShortText>
      ))}
    </label>
  );
}

interface ShortTextProps {
  className: string;
  text: string;
  short: string | undefined;
  /** What precedes the text. */
  children?: ReactNode;
}

/** Shows the short text only: who uses it has the whole one read out. */
function ShortText({ className, text, short = text, children }: ShortTextProps) {
  return (
    <span className={className} title={short === text ? undefined : text} aria-hidden>
      {children}
      <Sentence>{short}</Sentence>
    </span>
  );
}
