import { classNames, SlowNote, useAnnounce, VisuallyHidden } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';
import type { Airport } from './airport.ts';
import type { AirportGroup } from './rank-airports.ts';

export const optionId = (listId: string, airport: Airport): string => `${listId}-${airport.id}`;

interface AirportOptionsProps {
  listId: string;
  status: 'pending' | 'error' | 'success';
  groups: readonly AirportGroup[];
  query: string;
  highlighted: Airport | undefined;
  onPick: (airport: Airport) => void;
}

function getStatusMessage(
  { status, query }: Pick<AirportOptionsProps, 'status' | 'query'>,
  isFound: boolean,
): string | undefined {
  if (status === 'pending') return 'Loading airports...';
  if (status === 'error') return 'Error loading airports. Please try again.';
  return isFound ? undefined : `No airports found for "${query}"`;
}

/** The suggestions of the picker, or its status: at most 15rem high on a wide screen, the rest of the screen on a phone. (AIRPORT-02 to AIRPORT-07) */
export function AirportOptions({ listId, status, groups, query, highlighted, onPick }: AirportOptionsProps) {
  const results = groups.flatMap(({ airports }) => airports);
  const guess = groups.find(({ isGuess }) => isGuess)?.heading;
  const text = getStatusMessage({ status, query }, results.length > 0 && !guess);
  const found = results.length === 1 ? '1 airport found' : `${results.length} airports found`;
  useAnnounce(text ? [text, guess].filter(Boolean).join('. ') : found);
  return (
    <div className="z-20 mt-2 overflow-hidden rounded-card bg-card md:absolute md:left-0 md:w-full lg:w-96 md:border md:border-line md:raised">
      {text && <p className="px-3 py-3 text-text-muted">{text}</p>}
      {status === 'pending' && <SlowNote className="px-3 pb-3" />}
      <ul
        id={listId}
        role="listbox"
        aria-label="Airports"
        className="max-h-[calc(100dvh-8rem)] overflow-y-auto md:max-h-60 md:p-1.5 md:empty:p-0"
      >
        {groups.map(({ heading, airports }, position) => {
          const options = airports.map((airport, index) => (
            <Option
              key={airport.id}
              id={optionId(listId, airport)}
              airport={airport}
              city={airports.slice(0, index).find(({ members }) => members?.includes(airport.iata_code))}
              selected={airport === highlighted}
              onPick={onPick}
            />
          ));
          if (!heading || airports.length === 0) return options;
          const headingId = `${listId}-heading-${position}`;
          return (
            <li key={heading} role="presentation">
              <ul role="group" aria-labelledby={headingId}>
                <li id={headingId} role="presentation" className="caption-text px-3 pt-3 pb-1">
                  {heading}
                </li>
                {options}
              </ul>
            </li>
          );
        })}
      </ul>
      {results.length > 0 && (
        <p className="border-t border-line px-4 py-1.5 text-small text-text-muted">
          Airport data: OurAirports, public domain
        </p>
      )}
    </div>
  );
}

function Option({
  id,
  airport,
  city,
  selected,
  onPick,
}: {
  id: string;
  airport: Airport;
  /** The city of this airport, if it is listed above it. */
  city: Airport | undefined;
  selected: boolean;
  onPick: (airport: Airport) => void;
}) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!selected) return;
    // Scrolls in the next frame, because a synchronous scroll would force a layout at every keystroke.
    const frame = requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  return (
    // The input of the combobox keeps the focus and handles the keys for the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      ref={element}
      id={id}
      role="option"
      aria-selected={selected}
      className={classNames(
        'flex cursor-pointer items-center gap-3 rounded-control px-3 py-2 hover:bg-muted',
        selected && 'bg-muted',
        city && 'ml-6 rounded-l-none border-l-2 border-line',
      )}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(airport)}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{airport.name}</span>
        <span className="block truncate text-small text-text-muted">
          {airport.city_name}, {airport.country_code}
          {city && <VisuallyHidden>, one of the airports of {city.city_name}</VisuallyHidden>}
        </span>
      </span>
      <span
        className="rounded-control bg-primary-soft px-2 py-0.5 text-small font-medium text-primary-ink"
        translate="no"
      >
        {airport.iata_code}
      </span>
    </li>
  );
}
