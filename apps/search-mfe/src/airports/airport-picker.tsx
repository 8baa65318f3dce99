import { classNames, IconButton, useFieldControl } from '@fareline/ui-theme';
import { X } from '@fareline/ui-theme/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { airportLabel, type Airport } from './airport.ts';
import { AirportOptions, optionId } from './airport-options.tsx';
import { rankAirports } from './rank-airports.ts';
import { useAirports } from './use-airports.ts';

const minimumLength = 2;

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
  const [highlighted, setHighlighted] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const control = useFieldControl();
  const airports = useAirports(active || value !== '');

  const chosen = airports.data?.find((entry) => entry.airport.iata_code === value)?.airport;
  const text = typed ?? (chosen ? airportLabel(chosen) : value);
  const query = typed?.trim() ?? '';
  const open = active && query.length >= minimumLength;
  const results = open && airports.data ? rankAirports(airports.data, query) : [];
  const current = results[highlighted];

  useEffect(() => {
    if (!active) return;
    const leave = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [active]);

  function close() {
    setActive(false);
    setTyped(undefined);
  }

  function pick(airport: Airport) {
    onValueChange(airport.iata_code);
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && active) {
      event.preventDefault();
      close();
    } else if (event.key === 'Escape' && value) {
      onValueChange('');
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      pick(current);
    } else if (event.key === 'Tab' && current && typed) {
      pick(current);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && results.length > 0) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setHighlighted((highlighted + step + results.length) % results.length);
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
            <X aria-hidden size={20} strokeWidth={1.5} />
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
            if (airports.isError) void airports.refetch();
          }}
          onClick={() => setActive(true)}
          onChange={(event) => {
            setActive(true);
            setTyped(event.target.value);
            setHighlighted(0);
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
