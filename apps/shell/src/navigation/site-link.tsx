import { use, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { PreloadContext } from '../remotes/preload-context.ts';

/** A router link that preloads its target page on hover or focus. */
export function SiteLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const preload = use(PreloadContext);
  return <Link to={to} onPointerEnter={() => preload(to)} onFocus={() => preload(to)} {...props} />;
}
