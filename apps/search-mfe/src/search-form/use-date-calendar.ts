import { useRef, useState } from 'react';

/** The date of a trip that the calendar changes. */
export type DateEnd = 'departure' | 'return';

/** Which date the open calendar changes, and the buttons that open it. */
export function useDateCalendar() {
  const [activeEnd, setActiveEnd] = useState<DateEnd>();
  /** Counts the presses of the fields: each shows the month of its date. */
  const [openings, setOpenings] = useState(0);
  const buttons = {
    departure: useRef<HTMLButtonElement>(null),
    return: useRef<HTMLButtonElement>(null),
  };
  return {
    activeEnd,
    openings,
    buttons,
    open(end: DateEnd) {
      setActiveEnd(end);
      setOpenings((count) => count + 1);
    },
    /** Changes the date that the next press selects, and leaves the shown months. */
    continueWith: setActiveEnd,
    close: () => setActiveEnd(undefined),
  };
}
