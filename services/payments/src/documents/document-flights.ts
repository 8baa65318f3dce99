import {
  formatLayover,
  formatPassengerName,
  getCarrierName,
  getCityName,
  getOpenChange,
  listFlightExtras,
  type BookingData,
  type Place,
  type Segment,
} from '@fareline/contracts';
import {
  formatDateFull,
  formatDuration,
  formatSegmentFacts,
  formatTime,
  formatWeekday,
  isCancelledByAirline,
  listAirlineChangeProblems,
  stopsLabel,
} from '@fareline/presentation/formats';
import { column, toHeading, toRows, type Colours, type DocumentFacts } from './document-parts.ts';
import { contentWidth, type Block, type PdfWriter, type Row, type Stack } from './pdf-writer.ts';

/** Where the times of flights end, and what belongs to them begins. */
const indent = 56;

const formatDay = (local: string | null): string =>
  [formatWeekday(local), formatDateFull(local)].filter(Boolean).join(', ');

/** The flights below their heading, each with what was booked on it. */
export function writeFlights(writer: PdfWriter, facts: DocumentFacts, colours: Colours): void {
  const { bookingData: data } = facts;
  const notes = [
    ...(getOpenChange(data) && !isCancelledByAirline(facts)
      ? ['The airline has changed these flights and waits for your answer.']
      : []),
    ...listAirlineChangeProblems(data),
  ];
  const caption = { style: 'caption', colour: colours.muted } as const;
  const heading: Block[] = [
    toHeading('Flights'),
    {
      stacks: [
        {
          rows: [
            ...toRows(['All times are local to the airport.'], caption),
            ...toRows(notes, { style: 'strong', colour: colours.warning }),
          ],
        },
      ],
    },
  ];
  for (const [index, slice] of data.slices.entries()) {
    const { segments, origin, destination, departure_time, duration } = slice;
    const route = `${getCityName(origin)} to ${getCityName(destination)}`;
    const length = `${formatDay(departure_time)}, ${formatDuration(duration)}, ${stopsLabel(segments.length)}`;
    const sliceHeading: Block = {
      above: 8,
      line: colours.line,
      stacks: [
        {
          rows: [
            ...toRows([`${index === 0 ? 'Outbound' : 'Return'}: ${route}`], { style: 'strong', tag: 'H3' }),
            ...toRows([length], caption),
          ],
        },
      ],
    };
    for (const [position, segment] of segments.entries()) {
      const previous = segments[position - 1];
      writer.write(
        ...(index === 0 && position === 0 ? heading : []),
        previous ? toLayover(formatLayover(previous, segment), colours) : sliceHeading,
        ...toFlight(data, segment, colours),
      );
    }
  }
}

const toLayover = (text: string, { muted }: Colours): Block => ({
  above: 8,
  stacks: [
    { x: indent, rows: toRows([text], { width: contentWidth - indent, style: 'caption', colour: muted }) },
  ],
});

function toFlight(data: BookingData, segment: Segment, colours: Colours): Block[] {
  const { marketing_carrier: carrier, flight_number: number } = segment;
  const { width } = column;
  const flight: Stack = {
    x: column.second,
    rows: [
      ...toRows([`${getCarrierName(carrier) ?? 'Airline'} ${number ?? ''}`.trim()], {
        style: 'strong',
        width,
      }),
      ...toRows([formatSegmentFacts(segment)], { style: 'caption', colour: colours.muted, width }),
    ],
  };
  const { departing_at, arriving_at, origin, destination, origin_terminal, destination_terminal } = segment;
  const [departure, arrival] = [
    toEnd({ time: departing_at, place: origin, terminal: origin_terminal }, colours),
    toEnd({ time: arriving_at, place: destination, terminal: destination_terminal }, colours),
  ];
  return [
    { above: 8, stacks: [{ rows: departure }, flight] },
    { above: 4, stacks: [{ rows: arrival }] },
    toExtras(
      listFlightExtras(data, segment.id).map(
        ({ passenger, extras }) => `${formatPassengerName(passenger)}: ${extras.join(', ')}`,
      ),
    ),
  ];
}

interface End {
  time: string | null;
  place: Place;
  terminal: string | undefined;
}

/** When and where a flight departs or arrives. */
function toEnd({ time, place, terminal }: End, { muted }: Colours): Row[] {
  const cell = { x: indent, width: column.second - indent - 8 };
  const details = [formatDay(time), place.name, terminal && `Terminal ${terminal}`].filter(Boolean);
  return [
    {
      cells: [
        { text: formatTime(time), width: indent - 8, style: 'strong' },
        { ...cell, text: `${getCityName(place)} (${place.iata_code ?? 'N/A'})`, style: 'strong' },
      ],
    },
    ...toRows([details.join(', ')], { ...cell, style: 'caption', colour: muted }),
  ];
}

/** In two columns, which keep a group on its page. */
function toExtras(extras: readonly string[]): Block {
  const lines = extras.length > 0 ? extras : ['No seats chosen'];
  const half = lines.length > 2 ? Math.ceil(lines.length / 2) : lines.length;
  const left = {
    style: 'caption',
    width: (half < lines.length ? column.second : contentWidth) - indent - 8,
  } as const;
  return {
    above: 4,
    stacks: [
      { x: indent, rows: toRows(lines.slice(0, half), left) },
      { x: column.second, rows: toRows(lines.slice(half), { style: 'caption', width: column.width }) },
    ],
  };
}
