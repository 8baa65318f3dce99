import {
  formatCabin,
  formatLayover,
  formatOperator,
  formatSegmentStops,
  type Offer,
  type Place,
  type Segment,
} from '@fareline/contracts';
import { dayOffset, formatDateWithWeekday, formatDuration, formatTime } from '@fareline/presentation/formats';
import { Sentence } from '@fareline/ui-theme';
import { CarrierLogo } from '@fareline/ui-theme/widgets';
import Clock from 'lucide-react/icons/clock';
import { Fragment } from 'react';
import { DayOffset } from '../offers/day-offset.tsx';
import { describeServices } from './service-badges.tsx';

function TimelinePoint({ time, place, offset }: { time: string | null; place: Place; offset?: string }) {
  return (
    <p className="relative pl-6 before:absolute before:top-[0.4375rem] before:left-0 before:size-3 before:rounded-full before:border-2 before:border-control before:bg-card">
      <span className="font-semibold figures" translate="no">
        {formatTime(time)}
      </span>
      <DayOffset offset={offset} />{' '}
      <span className="font-semibold">
        {place.city_name ?? 'N/A'} <span translate="no">({place.iata_code ?? 'N/A'})</span>
      </span>{' '}
      <span className="text-small text-text-muted max-md:sr-only">{place.name}</span>
    </p>
  );
}

/** A segment; day offsets are relative to `departure`, the departure of the slice. (CARD-11) */
function SegmentDetails({ segment, departure }: { segment: Segment; departure: string | null }) {
  const { marketing_carrier: carrier } = segment;
  const facts = [
    formatDuration(segment.duration),
    segment.aircraft.name ?? 'Aircraft N/A',
    formatCabin(segment),
    formatOperator(segment),
    ...describeServices(segment),
  ];
  return (
    <div className="grid gap-1">
      <TimelinePoint
        time={segment.departing_at}
        place={segment.origin}
        offset={dayOffset(departure, segment.departing_at)}
      />
      <div className="ml-[0.3125rem] grid gap-0.5 border-l-2 border-line pl-[1.0625rem]">
        <p className="text-small [&>:first-child]:mr-2 [&>:first-child]:inline-flex [&>:first-child]:align-middle">
          <CarrierLogo url={carrier.logo_url} code={carrier.iata_code} />
          <span className="font-semibold">
            {carrier.name ?? 'Airline'} <span translate="no">{segment.flight_number ?? 'N/A'}</span>
          </span>{' '}
          <span className="text-text-muted">
            <Sentence>{facts.filter(Boolean).join(' · ')}</Sentence>
          </span>
        </p>
        {formatSegmentStops(segment).map((text) => (
          <p key={text} className="text-small">
            {text}
          </p>
        ))}
      </div>
      <TimelinePoint
        time={segment.arriving_at}
        place={segment.destination}
        offset={dayOffset(departure, segment.arriving_at)}
      />
    </div>
  );
}

/** All segments of the itinerary, with the layovers between them. (OFFER-14) */
export function Timeline({ offer }: { offer: Offer }) {
  return (
    <div className="grid gap-6">
      {offer.slices.map((slice, index) => (
        <section key={slice.id} className="grid gap-2" aria-label={index === 0 ? 'Outbound' : 'Return'}>
          <h3 className="text-body">
            {index === 0 ? 'Outbound' : 'Return'}, {formatDateWithWeekday(slice.segments[0]?.departing_at)}
          </h3>
          {slice.segments.map((segment, position) => {
            const previous = slice.segments[position - 1];
            return (
              <Fragment key={segment.id}>
                {previous && (
                  <p className="flex items-center gap-2 py-0.5 text-small md:border-y md:border-line md:py-2 font-medium">
                    <Clock className="-ml-0.5 text-text-muted" size={16} />
                    <Sentence>{formatLayover(previous, segment)}</Sentence>
                  </p>
                )}
                <SegmentDetails segment={segment} departure={slice.segments[0]?.departing_at ?? null} />
              </Fragment>
            );
          })}
        </section>
      ))}
    </div>
  );
}
