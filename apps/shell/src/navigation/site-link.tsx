import { createContext, use, type ComponentProps } from 'react';
import { Link } from 'react-router';

/** Preloads the code of a path. */
export const PreloadContext = createContext<(path: string) => void>(() => undefined);

/** A router link that preloads its target page on hover or focus. */
export function SiteLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const preload = use(PreloadContext);
  return <Link to={to} onPointerEnter={() => preload(to)} onFocus={() => preload(to)} {...props} />;
}
