import { classNames, IconButton, useFieldControl } from '@fareline/ui-theme';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { airportLabel, type Airport } from './airport.ts';
import { AirportOptions, optionId } from './airport-options.tsx';
import { topAirports, rankAirports } from './rank-airports.ts';
import { useAirports } from './use-airports.ts';

const minQueryLength = 2;

export interface AirportPickerProps {
  /** IATA code, empty when none is chosen. */
  value: string;
  onValueChange: (code: string) => void;
  /** Asked above the box where it fills the screen of a phone: "Where from?" */
  question: string;
  placeholder: string;
  icon: ReactNode;
}

/** A text box with suggestions, a WAI-ARIA combobox; on a phone it fills the screen while it is used. (AIRPORT-01 to AIRPORT-07) */
export function AirportPicker({ value, onValueChange, question, placeholder, icon }: AirportPickerProps) {
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(false);
  /** Whether the list opens by itself at two letters, was asked for with an arrow, or was closed with Escape. */
  const [popup, setPopup] = useState<'auto' | 'asked' | 'closed'>('auto');
  /** -1 is the last one. */
  const [highlighted, setHighlighted] = useState<number | undefined>(0);
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const control = useFieldControl();
  const airports = useAirports(active || value !== '');

  const chosen = airports.data?.find((entry) => entry.airport.iata_code === value)?.airport;
  const text = typed ?? (chosen ? airportLabel(chosen) : value);
  const asked = popup === 'asked';
  const query = typed?.trim() ?? (asked ? chosen?.city_name : undefined) ?? '';
  const open = active && (asked || (popup === 'auto' && query.length >= minQueryLength));
  const results = open && airports.data ? (query ? rankAirports : topAirports)(airports.data, query) : [];
  const current = highlighted === undefined ? undefined : results.at(highlighted);

  useEffect(() => {
    if (!active) return;
    const leave = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [active]);

  function retry() {
    if (airports.isError) void airports.refetch();
  }

  function close() {
    setActive(false);
    setTyped(undefined);
    setPopup('auto');
  }

  function clear() {
    setTyped(undefined);
    setPopup('auto');
    onValueChange('');
  }

  function pick(airport: Airport) {
    onValueChange(airport.iata_code);
    close();
  }

  function onArrow({ altKey, key }: KeyboardEvent) {
    const down = key === 'ArrowDown';
    if (!open && (down || !altKey)) {
      setActive(true);
      setPopup('asked');
      setHighlighted(altKey ? undefined : down ? 0 : -1);
    } else if (altKey) {
      if (!down) setPopup('closed');
    } else if (results.length > 0) {
      setHighlighted(((highlighted ?? (down ? -1 : 0)) + (down ? 1 : -1)) % results.length);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && (open || text)) {
      event.preventDefault();
      if (open) setPopup('closed');
      else clear();
    } else if (event.key === 'Escape') {
      close();
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      pick(current);
    } else if (event.key === 'Tab' && current && typed) {
      pick(current);
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
          <p className="text-large font-bold">{question}</p>
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
          aria-activedescendant={current ? optionId(listId, current) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onFocus={(event) => {
            setActive(true);
            event.target.select();
            retry();
          }}
          onClick={() => setActive(true)}
          onChange={(event) => {
            setActive(true);
            setTyped(event.target.value);
            setPopup('auto');
            setHighlighted(0);
            retry();
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
          results={results}
          query={query}
          highlighted={current}
          onPick={pick}
        />
      )}
    </div>
  );
}
