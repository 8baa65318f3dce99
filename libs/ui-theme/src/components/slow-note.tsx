import { staysLoading } from '@fareline/contracts/promises';
import { useEffect, useState } from 'react';
import { useAnnounce } from '../hooks/use-announce.ts';
import { classNames } from './class-names.ts';

const slowAfterMs = 10_000;

/** True once the component has been shown for ten seconds, or for as long as given. (CARE-05) */
export function useIsSlow(afterMs = slowAfterMs): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isSlow;
}

/** Rendered beside what loads, for as long as it loads: says after ten seconds that it is slow, and that it still comes. (CARE-05) */
export function SlowNote({ className }: { className?: string }) {
  const isSlow = useIsSlow();
  useAnnounce(isSlow ? staysLoading : '');
  return isSlow && <p className={classNames('caption-text', className)}>{staysLoading}</p>;
}
