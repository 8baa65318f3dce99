import { Sentence } from '@fareline/ui-theme';
import { getSeats, type Cabin } from './cabin-layout.ts';

interface SeatNote {
  name: string;
  /** Whole rows by number, other seats by designator. */
  seats: string[];
  sentences: string[];
}

/** The airline's sentences, each set of them once with the seats that it is said of. */
function listSeatNotes(cabins: readonly Cabin[]): SeatNote[] {
  const notes = new Map<string, SeatNote>();
  for (const row of cabins.flatMap(({ rows }) => rows)) {
    const seats = getSeats({ rows: [row] });
    const keyOf = ({ name, disclosures }: (typeof seats)[number]) => [name, ...disclosures].join('\n');
    for (const key of new Set(seats.filter(({ disclosures }) => disclosures.length > 0).map(keyOf))) {
      const said = seats.filter((seat) => keyOf(seat) === key);
      const { name, disclosures } = said[0]!;
      const note = notes.get(key) ?? { name: name ?? 'Seats', seats: [], sentences: disclosures };
      const ofRow =
        said.length === seats.length ? [`row ${row.number}`] : said.map(({ designator }) => designator);
      notes.set(key, { ...note, seats: [...note.seats, ...ofRow] });
    }
  }
  return [...notes.values()];
}

/** What the airline says of seats, such as who may not sit there. */
export function SeatNotes({ cabins }: { cabins: readonly Cabin[] }) {
  const notes = listSeatNotes(cabins);
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-2 text-small/body" aria-label="What the airline says of seats">
      {notes.map(({ name, seats, sentences }) => (
        <li key={[name, ...sentences].join()}>
          <strong>
            <Sentence>{`${name}: ${seats.join(', ')}`}</Sentence>
          </strong>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </li>
      ))}
    </ul>
  );
}
