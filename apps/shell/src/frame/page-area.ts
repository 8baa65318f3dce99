import { useLocation } from 'react-router';

/** In the checkout nothing but the way on, the phone and help should draw a traveller's eyes; staff need nothing that is for travellers. */
const areas = [
  ['checkout', /^\/booking(\/payment-return|\/change\/.*)?$/i],
  ['staff', /^\/admin[-/]/i],
] as const;

/** What of the site the current path belongs to, which decides what the frame shows. */
export function usePageArea(): 'checkout' | 'staff' | 'site' {
  const { pathname } = useLocation();
  return areas.find(([, paths]) => paths.test(pathname))?.[0] ?? 'site';
}
