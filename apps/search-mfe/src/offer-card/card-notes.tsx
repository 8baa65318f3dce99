import type { Offer } from '@fareline/contracts';
import { Icon } from '@fareline/ui-theme';
import { Info } from '@fareline/ui-theme/icons';
import { shortEmissions } from '../offers/emissions-text.ts';
import { journeyNotes } from '../offers/journey-notes.ts';

const shownNotes = 2;

interface CardNotesProps {
  offer: Offer;
  /** Kilograms of CO2 for one traveller, of the whole search. */
  medianEmissions: number | null | undefined;
}

/** What is easily missed about a journey, the most important first; the offer's page has all of it. */
export function CardNotes({ offer, medianEmissions }: CardNotesProps) {
  const notes = journeyNotes(offer).map(({ short }) => short);
  const more = notes.length - shownNotes;
  const emissions = shortEmissions(offer, medianEmissions);
  return (
    <>
      {notes.length > 0 && (
        <p className="flex gap-1.5 text-small">
          <Icon of={Info} className="mt-0.5 shrink-0 text-text-muted" size={16} />
          <span>
            {notes.slice(0, shownNotes).join(' · ')}
            {more > 0 && ` · ${more} more to know`}
          </span>
        </p>
      )}
      {emissions && <p className="text-small text-text-muted figures">{emissions}</p>}
    </>
  );
}
