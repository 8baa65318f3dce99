import type { Offer } from '@fareline/contracts';
import { classNames, Sentence } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { getCardNotes } from '../offers/itinerary-notes.ts';

/** Offers with expanded notes, kept outside the component because the virtual list unmounts cards that are out of view. */
const expandedOfferIds = new Set<string>();

/** The most important note on the itinerary; the others are shown when it is pressed. */
export function CardNotes({ offer }: { offer: Offer }) {
  const notes = getCardNotes(offer).map(({ short }) => short);
  const [note] = notes;
  if (!note) return null;
  if (notes.length > 1) return <NotesButton id={offer.id} notes={notes} />;
  return (
    <p className="flex min-w-0 gap-1.5">
      <NoteText text={note} />
    </p>
  );
}

function NoteText({ text }: { text: string }) {
  return (
    <>
      <Info className="shrink-0 text-text-muted" size={16} />
      <span className="min-w-0">
        <Sentence>{text}</Sentence>
      </span>
    </>
  );
}

function NotesButton({ id, notes }: { id: string; notes: readonly string[] }) {
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
      <NoteText text={open ? notes.join(' · ') : `${notes[0]} · ${notes.length - 1} more`} />
      <ChevronDown
        className={classNames('shrink-0 text-primary-ink transition-transform', open && 'rotate-180')}
        size={16}
      />
    </button>
  );
}
