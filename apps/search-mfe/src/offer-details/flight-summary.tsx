import { formatFare, isRefundable, type Offer, type Place, type Slice } from '@fareline/contracts';
import {
  dayOffset,
  formatDateWithWeekday,
  formatDuration,
  formatTime,
  stopsLabel,
} from '@fareline/presentation/formats';
import { Badge, Card, Sentence } from '@fareline/ui-theme';
import { CarrierLogo, SliceLine } from '@fareline/ui-theme/widgets';
import { DayOffset } from '../offers/day-offset.tsx';
import { getStopCodes, includesBag } from '../offers/offer-properties.ts';
import { ServiceBadges } from './service-badges.tsx';

function SliceEndpoint({
  time,
  place,
  offset,
  alignEnd,
}: {
  time: string | null;
  place: Place;
  offset?: string;
  alignEnd?: boolean;
}) {
  return (
    <div className={alignEnd ? 'min-w-0 text-end' : 'min-w-0'}>
      <p className="text-title font-semibold figures" translate="no">
        {formatTime(time)}
        <DayOffset offset={offset} />
      </p>
      <p className="text-small text-text-muted">{formatDateWithWeekday(time)}</p>
      <p className="mt-1 font-semibold" translate="no">
        {place.iata_code ?? 'N/A'}
      </p>
      <p className="text-small text-text-muted">{place.city_name ?? place.name}</p>
    </div>
  );
}

function describeStops(slice: Slice): string {
  // Without segments the number of stops is unknown.
  if (slice.segments.length === 0) return 'Flights not known';
  const via = getStopCodes(slice);
  const stops = stopsLabel(slice.segments.length);
  return via.length > 0 ? `${stops} via ${via.join(', ')}` : stops;
}

function SliceSummary({ slice, label }: { slice: Slice; label: string }) {
  const first = slice.segments[0];
  const departure = slice.departure_time ?? first?.departing_at ?? null;
  const arrival = slice.arrival_time ?? slice.segments.at(-1)?.arriving_at ?? null;
  return (
    <section className="grid gap-4 p-5 not-first:border-t not-first:border-line" aria-label={label}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-body">{label}</h3>
        <span className="flex items-center gap-2 text-small text-text-muted">
          <CarrierLogo url={first?.marketing_carrier.logo_url} code={first?.marketing_carrier.iata_code} />
          {first?.marketing_carrier.name ?? 'Airline'} ·{' '}
          <span translate="no">{first?.flight_number ?? 'N/A'}</span>
        </span>
      </div>
      <div className="grid grid-cols-[minmax(0,6rem)_minmax(3rem,1fr)_minmax(0,6rem)] gap-3 md:grid-cols-[minmax(0,8rem)_minmax(3rem,1fr)_minmax(0,8rem)]">
        <SliceEndpoint time={departure} place={slice.origin} />
        <div className="pt-2 text-center text-small">
          <SliceLine stops={getStopCodes(slice)} />
          <p className="font-semibold whitespace-nowrap figures">{formatDuration(slice.duration)}</p>
          <p className="text-text-muted">
            <Sentence>{describeStops(slice)}</Sentence>
          </p>
        </div>
        <SliceEndpoint
          time={arrival}
          place={slice.destination}
          offset={dayOffset(departure, arrival)}
          alignEnd
        />
      </div>
    </section>
  );
}

type SegmentService = Slice['segments'][number]['services'][number];

const isBag = (service: SegmentService): service is SegmentService & { type: 'baggage' | 'cabin_bag' } =>
  ['baggage', 'cabin_bag'].includes(service.type);

/** Times, airports, duration, carrier and included services of each slice, and the fare. (OFFER-06 to OFFER-09, LIST-04) */
export function FlightSummary({ offer }: { offer: Offer }) {
  const flights = offer.slices.flatMap(({ segments }) => segments);
  const first = flights[0]?.services ?? [];
  // The offer says of a bag whether it is included on every flight; on some it is of no use.
  const bags = first.filter((service) => isBag(service) && includesBag(offer, service.type));
  const segments = flights.map(({ services }) => ({
    services: [...services.filter((service) => !isBag(service)), ...bags],
  }));
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2 px-5 pt-5">
        <h2 className="mr-auto text-title">Flight Summary</h2>
        {isRefundable(offer.conditions) && <Badge variant="success">Refundable</Badge>}
        {first.length > 0 && <ServiceBadges segments={segments} />}
      </div>
      <p className="mt-1 px-5 font-semibold empty:hidden">
        <Sentence>{formatFare(offer.slices)}</Sentence>
      </p>
      <div>
        {offer.slices.map((slice, index) => (
          <SliceSummary
            key={slice.id}
            slice={slice}
            label={index === 0 ? 'Outbound Flight' : 'Return Flight'}
          />
        ))}
      </div>
    </Card>
  );
}
