import type { Offer } from '@fareline/contracts';
import { classNames, Sentence } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { getCardNotes } from '../../offers/itinerary-notes.ts';

/** Offers with expanded notes, kept outside the component because the virtual list unmounts cards that are out of view. */
const expandedOfferIds = new Set<string>();

interface CardNotesProps {
  offer: Offer;
  /** Whether there is only room for the number of notes. */
  isShort?: boolean;
}

/** The most important note on the itinerary; the others are shown when it is pressed. */
export function CardNotes({ offer, isShort = false }: CardNotesProps) {
  const notes = getCardNotes(offer).map(({ short }) => short);
  const [note] = notes;
  if (!note) return null;
  if (isShort) return <NotesButton id={offer.id} notes={notes} label={formatCount(notes.length)} />;
  if (notes.length > 1)
    return <NotesButton id={offer.id} notes={notes} label={`${note} · ${notes.length - 1} more`} />;
  return (
    <p className="flex min-w-0 flex-1 basis-20 gap-1.5">
      <NoteText text={note} />
    </p>
  );
}

const formatCount = (count: number): string => (count === 1 ? '1 note' : `${count} notes`);

function NoteText({ text }: { text: string }) {
  return (
    <>
      <Info className="shrink-0 text-text-muted" size={16} />
      <span className="min-w-0 truncate" title={text}>
        <Sentence>{text}</Sentence>
      </span>
    </>
  );
}

interface NotesButtonProps {
  id: string;
  notes: readonly string[];
  /** What stands for the notes while they are closed. */
  label: string;
}

function NotesButton({ id, notes, label }: NotesButtonProps) {
  const [open, setOpen] = useState(expandedOfferIds.has(id));
  const toggle = () => {
    if (open) expandedOfferIds.delete(id);
    else expandedOfferIds.add(id);
    setOpen(!open);
  };
  return (
    <button
      type="button"
      className="-my-1 flex min-w-0 flex-1 basis-20 gap-1.5 py-1 text-start hover:underline aria-expanded:order-last aria-expanded:basis-full aria-expanded:[&>span]:whitespace-normal"
      aria-expanded={open}
      onClick={toggle}
    >
      <NoteText text={open ? notes.join(' · ') : label} />
      <ChevronDown
        className={classNames('shrink-0 text-primary-ink transition-transform', open && 'rotate-180')}
        size={16}
      />
    </button>
  );
}
