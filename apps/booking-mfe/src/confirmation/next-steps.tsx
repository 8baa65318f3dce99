import type { Offer } from '@fareline/contracts';
import { addDays, Button, Card, formatDateWithWeekday, formatTime, useBrand } from '@fareline/ui-theme';
import CalendarIcon from 'lucide-react/icons/calendar';
import Printer from 'lucide-react/icons/printer';
import { buildCalendarFile } from './calendar-file.ts';

function download(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Check-in time, calendar file and print. */
export function NextSteps({ offer, reference }: { offer: Offer; reference: string }) {
  const { name: brandName } = useBrand();
  const departure = offer.slices[0]?.departure_time;
  const hasDepartureTime = /^\d{4}-\d{2}-\d{2}T/.test(departure ?? '');
  return (
    <Card className="print:hidden grid gap-4 p-6">
      <h2 className="section-heading">What is next</h2>
      {departure && hasDepartureTime && (
        <p>
          Online check-in opens 24 to 48 hours before departure: at the latest on{' '}
          {formatDateWithWeekday(addDays(departure.slice(0, 10), -1))} at{' '}
          <span translate="no">{formatTime(departure)}</span>, on the airline’s site.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() =>
            download(
              `flight-${reference}.ics`,
              'text/calendar',
              buildCalendarFile(offer, reference, brandName),
            )
          }
        >
          <CalendarIcon size={18} />
          Add to calendar
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer size={18} />
          Print
        </Button>
      </div>
    </Card>
  );
}
