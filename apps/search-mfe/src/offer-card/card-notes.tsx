import type { Offer } from '@fareline/contracts';
import { classNames, Sentence } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { getItineraryNotes } from '../offers/itinerary-notes.ts';

/** Offers with expanded notes, kept outside the component because the virtual list unmounts cards that are out of view. */
const expandedOfferIds = new Set<string>();

/** The notes on the itinerary, most important first; several are cut to one line until they are pressed. */
export function CardNotes({ offer }: { offer: Offer }) {
  const notes = getItineraryNotes(offer).map(({ short }) => short);
  const [note] = notes;
  if (!note) return null;
  if (notes.length > 1) return <NotesButton id={offer.id} text={notes.join(' · ')} />;
  return (
    <p className="flex min-w-0 gap-1.5" title={note}>
      <NoteText text={note} className="truncate" />
    </p>
  );
}

function NoteText({ text, className }: { text: string; className: string }) {
  return (
    <>
      <Info className="shrink-0 text-text-muted" size={16} />
      <span className={classNames('min-w-0', className)}>
        <Sentence>{text}</Sentence>
      </span>
    </>
  );
}

function NotesButton({ id, text }: { id: string; text: string }) {
  const [open, setOpen] = useState(expandedOfferIds.has(id));
  const toggle = () => {
    if (open) expandedOfferIds.delete(id);
    else expandedOfferIds.add(id);
    setOpen(!open);
  };
  return (
    <button
      type="button"
      className="-my-1 flex min-w-0 gap-1.5 py-1 text-start hover:underline aria-expanded:order-last aria-expanded:basis-full"
      aria-expanded={open}
      onClick={toggle}
    >
      <NoteText text={text} className={open ? '' : 'truncate'} />
      <ChevronDown
        className={classNames('shrink-0 text-primary-ink transition-transform', open && 'rotate-180')}
        size={16}
      />
    </button>
  );
}
