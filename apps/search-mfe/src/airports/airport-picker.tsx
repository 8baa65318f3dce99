import { classNames, IconButton, useFieldControl, useMediaQuery } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { aboveMobile } from '../media-queries.ts';
import { readLastSearch } from '../search-query/last-search-storage.ts';
import { airportLabel, type Airport } from './airport.ts';
import { AirportOptions, optionId } from './airport-options.tsx';
import { airportsQueryOptions } from './airport-queries.ts';
import { findNearestCity, rankAirports, suggestAirports } from './rank-airports.ts';

const minQueryLength = 2;

/** Opens the sheet of a phone from another field. */
export interface AirportPickerHandle {
  open: () => void;
}

export interface AirportPickerProps {
  ref?: Ref<AirportPickerHandle>;
  /** IATA code, empty when none is chosen. */
  value: string;
  onValueChange: (code: string) => void;
  /** Called after an airport was picked in the sheet of a phone. */
  onPickedInSheet?: () => void;
  /** Title of the full-screen sheet on a phone: "Where from?" */
  sheetTitle: string;
  placeholder: string;
  icon: ReactNode;
}

/** The airports of the last search. */
function readRecentCodes(): string[] {
  const search = readLastSearch();
  return search ? [search.origin, search.destination] : [];
}

/** A text box with suggestions, built as a WAI-ARIA combobox; on a phone it fills the screen while it is active. (AIRPORT-01 to AIRPORT-07) */
export function AirportPicker({
  ref,
  value,
  onValueChange,
  onPickedInSheet,
  sheetTitle,
  placeholder,
  icon,
}: AirportPickerProps) {
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(false);
  /** `auto` opens the list at two letters, `requested` was opened with an arrow key, `closed` was closed with Escape. */
  const [popup, setPopup] = useState<'auto' | 'requested' | 'closed'>('auto');
  /** Index of the highlighted option; -1 is the last one. */
  const [highlightedIndex, setHighlightedIndex] = useState<number>();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const control = useFieldControl();
  const airports = useQuery({ ...airportsQueryOptions, enabled: active || value !== '' });

  const chosen = airports.data?.find((entry) => entry.airport.iata_code === value)?.airport;
  const text = typed ?? (chosen ? airportLabel(chosen) : value);
  const isRequested = popup === 'requested';
  const query = typed?.trim() ?? (isRequested ? chosen?.city_name : undefined) ?? '';
  const isSheet = !useMediaQuery(aboveMobile) && active;
  const isSuggesting = text === '' && (isRequested || (isSheet && popup === 'auto'));
  const open =
    active && (isSuggesting || isRequested || (popup === 'auto' && query.length >= minQueryLength));
  const groups = useMemo(() => {
    if (!open || !airports.data) return [];
    if (isSuggesting) return suggestAirports(airports.data, readRecentCodes());
    const matches = rankAirports(airports.data, query);
    const city = matches.length === 0 ? findNearestCity(airports.data, query) : undefined;
    return city
      ? [{ heading: `Did you mean ${city}?`, airports: rankAirports(airports.data, city), isGuess: true }]
      : [{ airports: matches }];
  }, [open, airports.data, isSuggesting, query]);
  const results = groups.flatMap((group) => group.airports);
  const isGuess = groups.some((group) => group.isGuess);
  const highlighted = highlightedIndex === undefined ? undefined : results.at(highlightedIndex);

  useEffect(() => {
    if (!active) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [active]);

  useImperativeHandle(ref, () => ({
    open() {
      input.current?.focus();
      setActive(true);
    },
  }));

  function load() {
    if (!airports.data) void airports.refetch();
  }

  function close() {
    setActive(false);
    setTyped(undefined);
    setPopup('auto');
  }

  function clear() {
    setTyped(undefined);
    setPopup('auto');
    setHighlightedIndex(undefined);
    onValueChange('');
  }

  function pick(airport: Airport) {
    onValueChange(airport.iata_code);
    close();
    if (isSheet) onPickedInSheet?.();
  }

  function onArrow({ altKey, key }: KeyboardEvent) {
    const isDown = key === 'ArrowDown';
    if (!open && (isDown || !altKey)) {
      setActive(true);
      setPopup('requested');
      setHighlightedIndex(altKey ? undefined : isDown ? 0 : -1);
    } else if (altKey) {
      if (!isDown) setPopup('closed');
    } else if (results.length > 0) {
      setHighlightedIndex(((highlightedIndex ?? (isDown ? -1 : 0)) + (isDown ? 1 : -1)) % results.length);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && (open || text)) {
      event.preventDefault();
      if (open) setPopup('closed');
      else clear();
    } else if (event.key === 'Escape') {
      close();
    } else if (event.key === 'Enter' && highlighted) {
      event.preventDefault();
      pick(highlighted);
    } else if (event.key === 'Tab' && highlighted && typed && !isGuess) {
      pick(highlighted);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      onArrow(event);
    }
  }

  return (
    <div
      ref={root}
      className={classNames(
        'relative',
        active && 'max-md:fixed max-md:inset-0 max-md:z-50 max-md:bg-card max-md:p-4',
      )}
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) close();
      }}
    >
      {active && (
        <div className="mb-2 flex items-center justify-between md:hidden">
          <p className="text-large font-semibold">{sheetTitle}</p>
          <IconButton label="Close" onClick={close}>
            <X size={20} />
          </IconButton>
        </div>
      )}
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-text-muted">
          {icon}
        </span>
        <input
          ref={input}
          type="text"
          className="ui-input truncate pl-10"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={highlighted ? optionId(listId, highlighted) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onFocus={(event) => {
            event.target.select();
            load();
          }}
          onClick={() => setActive(true)}
          onChange={(event) => {
            setActive(true);
            setTyped(event.target.value);
            setPopup('auto');
            setHighlightedIndex(event.target.value === '' ? undefined : 0);
            load();
            if (event.target.value === '') onValueChange('');
          }}
          onKeyDown={onKeyDown}
          {...control}
        />
      </div>
      {open && (
        <AirportOptions
          listId={listId}
          status={airports.status}
          groups={groups}
          query={query}
          highlighted={highlighted}
          onPick={pick}
        />
      )}
    </div>
  );
}
