import type { Offer } from '@fareline/contracts';
import { classNames, Sentence } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Info from 'lucide-react/icons/info';
import { useId, useState } from 'react';
import { getItineraryNotes } from '../offers/itinerary-notes.ts';

const maxCollapsedNotes = 2;

/** Offers with expanded notes, kept outside the component because the virtual list unmounts cards that are out of view. */
const expandedOfferIds = new Set<string>();

/** The notes on the itinerary: the most important ones, and a toggle for the others. */
export function CardNotes({ offer }: { offer: Offer }) {
  const notes = getItineraryNotes(offer).map(({ short }) => short);
  if (notes.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      <div className="flex min-w-0 gap-1.5">
        <Info className="shrink-0 text-text-muted" size={16} />
        <p className="min-w-0">
          <Sentence>{notes.slice(0, maxCollapsedNotes).join(' · ')}</Sentence>
        </p>
      </div>
      {notes.length > maxCollapsedNotes && <MoreNotes id={offer.id} notes={notes.slice(maxCollapsedNotes)} />}
    </div>
  );
}

function MoreNotes({ id, notes }: { id: string; notes: readonly string[] }) {
  const [open, setOpen] = useState(expandedOfferIds.has(id));
  const panel = useId();
  const toggle = () => {
    if (open) expandedOfferIds.delete(id);
    else expandedOfferIds.add(id);
    setOpen(!open);
  };
  return (
    <>
      <button
        type="button"
        className="-my-1 flex min-h-6 items-center gap-1 font-bold text-primary-ink hover:underline"
        aria-expanded={open}
        aria-controls={panel}
        onClick={toggle}
      >
        {notes.length} more to know
        <ChevronDown className={classNames('transition-transform', open && 'rotate-180')} size={14} />
      </button>
      <p id={panel} className="basis-full" hidden={!open}>
        <Sentence>{notes.join(' · ')}</Sentence>
      </p>
    </>
  );
}
