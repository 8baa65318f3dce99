import { getCheckInState, type Slice } from '@fareline/contracts';
import {
  addDays,
  formatDateWithWeekday,
  formatFlightLine,
  formatTime,
  today,
} from '@fareline/presentation/formats';
import { Button, toast, useBrand } from '@fareline/ui-theme';
import Printer from 'lucide-react/icons/printer';
import Share from 'lucide-react/icons/share';
import { AirlineSite } from './airline-site.tsx';
import { CalendarButton, DocumentButton } from './file-button.tsx';

/** The flights as lines of text, without the reference: whoever has that can change the booking at the airline. */
const describeFlights = (slices: readonly Slice[]): string =>
  slices
    .flatMap(({ segments }) => segments)
    .map(formatFlightLine)
    .join('\n');

/** Whether a slice departs at a known time, and not before now; where its zone is not known, not before today. */
function isAhead(slice: Slice, now: Date): slice is Slice & { departure_time: string } {
  const departure = slice.departure_time ?? '';
  if (!/^\d{4}-\d{2}-\d{2}T/.test(departure) || departure.slice(0, 10) < today()) return false;
  return getCheckInState(slice, now) !== 'over';
}

/** When check-in of the next departure opens, and where; nothing once all have departed. (FAQ-07, TRIP-01) */
function CheckIn({ slices }: { slices: readonly Slice[] }) {
  const now = new Date();
  const slice = slices.find((candidate) => isAhead(candidate, now));
  if (!slice) return null;
  const { departure_time: departure, segments } = slice;
  const [flight] = segments;
  const site = <AirlineSite carrier={flight?.operating_carrier ?? flight?.marketing_carrier} />;
  if (getCheckInState(slice, now) === 'open') return <p>Online check-in is open, on {site}.</p>;
  return (
    <p>
      Online check-in opens 24 to 48 hours before departure: at the latest on{' '}
      {formatDateWithWeekday(addDays(departure.slice(0, 10), -1))} at{' '}
      <span translate="no">{formatTime(departure)}</span>, on {site}.
    </p>
  );
}

interface NextStepsProps {
  /** Id of the booking. */
  id: string;
  slices: readonly Slice[];
  /** Whether the calendar file is among them; default: true. */
  hasCalendar?: boolean;
}

/**
 * What follows a booking: check-in, travel document, calendar file, print and sharing. Where a browser cannot share, the flights are copied.
 * (TRIP-02)
 */
export function NextSteps({ id, slices, hasCalendar = true }: NextStepsProps) {
  const { name: brandName } = useBrand();
  const share = async () => {
    const text = describeFlights(slices);
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ title: `${brandName}: flights`, text });
      await navigator.clipboard.writeText(text);
      toast({ title: 'Flights copied' });
    } catch (error) {
      // The visitor has closed the browser's dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: 'The flights could not be shared', variant: 'destructive' });
    }
  };
  return (
    <>
      <CheckIn slices={slices} />
      <div className="flex flex-wrap gap-3">
        <DocumentButton id={id} />
        {hasCalendar && <CalendarButton id={id} />}
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer size={18} />
          Print
        </Button>
        <Button variant="secondary" onClick={() => void share()}>
          <Share size={18} />
          Share flights
        </Button>
      </div>
    </>
  );
}
