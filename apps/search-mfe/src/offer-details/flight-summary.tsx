import { formatFare, isRefundable, type Offer, type Place, type Slice } from '@fareline/contracts';
import {
  dayOffset,
  formatDateWithWeekday,
  formatDuration,
  formatTime,
  stopsLabel,
} from '@fareline/presentation/formats';
import { Badge, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { CarrierLogo } from '@fareline/ui-theme/widgets';
import { DayOffset } from '../offers/day-offset.tsx';
import { getStopCodes, includesBag } from '../offers/offer-properties.ts';
import { ServiceBadges } from './service-badges.tsx';

function SliceEndpoint({ time, place, offset }: { time: string | null; place: Place; offset?: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="figures" translate="no">
        {formatTime(time)}
      </span>
      <DayOffset offset={offset} date={formatDateWithWeekday(time)} />{' '}
      <span className="font-normal" translate="no">
        {place.iata_code ?? 'N/A'}
      </span>
      <VisuallyHidden> {place.city_name ?? place.name}</VisuallyHidden>
    </span>
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
    <section
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 py-3 not-first:border-t not-first:border-line md:grid-cols-[9rem_auto_minmax(0,1fr)_auto]"
      aria-label={label}
    >
      <h3 className="text-small font-medium md:text-body">
        {label}
        <span className="font-normal text-text-muted max-md:ml-2 md:block md:text-small">
          {formatDateWithWeekday(departure)}
        </span>
      </h3>
      <p className="flex flex-wrap gap-x-2 text-large font-semibold max-md:col-span-2 max-md:row-start-2">
        <SliceEndpoint time={departure} place={slice.origin} />
        <span aria-hidden className="text-text-muted">
          →
        </span>
        <SliceEndpoint time={arrival} place={slice.destination} offset={dayOffset(departure, arrival)} />
      </p>
      <p className="text-small max-md:col-span-2 max-md:row-start-3 md:text-center">
        <span className="figures">{formatDuration(slice.duration)}</span>{' '}
        <span className="text-text-muted">
          <Sentence>{describeStops(slice)}</Sentence>
        </span>
      </p>
      <p className="flex items-center gap-2 self-center text-small text-text-muted max-md:justify-end">
        <CarrierLogo url={first?.marketing_carrier.logo_url} code={first?.marketing_carrier.iata_code} />
        <span className="max-md:sr-only">{first?.marketing_carrier.name ?? 'Airline'}</span>{' '}
        <span translate="no">{first?.flight_number ?? 'N/A'}</span>
      </p>
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
    <section aria-label="Flight Summary">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-title">Flight Summary</h2>
        {isRefundable(offer.conditions) && <Badge variant="success">Refundable</Badge>}
        {first.length > 0 && <ServiceBadges segments={segments} />}
      </div>
      <p className="empty:hidden">
        <Sentence>{formatFare(offer.slices)}</Sentence>
      </p>
      <div className="mt-2 border-t border-line">
        {offer.slices.map((slice, index) => (
          <SliceSummary
            key={slice.id}
            slice={slice}
            label={index === 0 ? 'Outbound Flight' : 'Return Flight'}
          />
        ))}
      </div>
    </section>
  );
}
