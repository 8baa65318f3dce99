import { useEffect, useState } from 'react';

/** The current time, looked at anew every `milliseconds`. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return now;
}
