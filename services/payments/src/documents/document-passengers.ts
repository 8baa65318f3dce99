import { formatFare, formatPassengerName, listFareRules } from '@fareline/contracts';
import { formatBoughtBag, formatPrice, passengerLabels } from '@fareline/presentation/formats';
import { column, toRows, type Colours, type DocumentFacts } from './document-parts.ts';
import type { Block, Cell, Row } from './pdf-writer.ts';

function describeTickets(
  { tickets: { state, tickets }, status }: DocumentFacts,
  passengerId: string,
): string {
  const numbers = tickets
    .filter(({ passenger_id }) => passenger_id === passengerId)
    .map(({ number }) => number);
  if (numbers.length > 0) return numbers.join(', ');
  return status !== 'cancelled' && state === 'awaited' ? 'Being issued by the airline' : 'None';
}

/** Passengers with their e-tickets, as a table. */
export function toPassengers(facts: DocumentFacts, colours: Colours): Block {
  const columns = [
    { x: 0, width: 216 },
    { x: 224, width: 64 },
    { x: column.second, width: column.width },
  ];
  const toRow = (texts: readonly string[], cell: Partial<Cell> = {}): Row => ({
    above: 4,
    cells: texts.map((text, index) => ({ text, ...columns[index]!, ...cell })),
  });
  const { passengers } = facts.bookingData;
  return {
    above: 8,
    line: colours.line,
    stacks: [
      {
        isTable: true,
        rows: [
          toRow(['Name', 'Traveller', 'E-ticket'], { style: 'caption', colour: colours.muted, tag: 'TH' }),
          ...passengers.map((passenger) =>
            toRow([
              formatPassengerName(passenger),
              passengerLabels[passenger.type],
              describeTickets(facts, passenger.id),
            ]),
          ),
        ],
      },
    ],
  };
}

/** The bags that were bought, and what to do without e-tickets. */
export function toPassengerNotes({ bookingData: data, tickets, status }: DocumentFacts): Block[] {
  const { passengers, bags, slices, total_currency: currency } = data;
  const bought = bags.map((bag) => {
    const passenger = passengers.find(({ id }) => id === bag.passenger_id);
    return `${passenger ? `${formatPassengerName(passenger)}: ` : ''}${formatBoughtBag(bag, slices, currency)}`;
  });
  const isMissing = status !== 'cancelled' && tickets.state === 'missing';
  const notes = [
    ...bought,
    ...(isMissing ? ['Some airlines issue no e-tickets: the booking reference is enough to check in.'] : []),
  ];
  return notes.map((note, index) => ({
    above: index === 0 ? 8 : 0,
    stacks: [{ rows: toRows([note], { style: 'caption' }) }],
  }));
}

/** The fare with its rules. */
export function toFare({ bookingData: data, moment }: DocumentFacts): Block {
  const fare = formatFare(data.slices);
  return {
    above: 4,
    stacks: [
      {
        rows: [
          ...toRows(fare ? [fare] : [], { style: 'strong' }),
          ...toRows(listFareRules(data, moment, formatPrice).map(({ text }) => text)),
        ],
      },
    ],
  };
}
