import { classNames } from '@fareline/ui-theme';
import { useLocation } from 'react-router';
import { SiteLink } from '../navigation/site-link.tsx';

const links = [
  { to: '/', label: 'Home' },
  { to: '/my-trips', label: 'My Trips' },
  { to: '/contact', label: 'Contact' },
];

/** Home is active on exactly `/`, every other link on its path and all paths below it, in any case. (HEADER-04) */
function isActiveLink(to: string, pathname: string): boolean {
  const path = pathname.toLowerCase();
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
}

/** The look of a link in the header and in the side menu. */
export const navLink =
  'flex items-center gap-2.5 rounded-control px-3 font-medium text-text-muted transition-[color,background-color] hover:bg-muted hover:text-text aria-[current=page]:text-primary-ink';

interface NavLinksProps {
  className: string;
  linkClassName: string;
  onNavigate?: () => void;
}

/** (HEADER-03) */
export function NavLinks({ className, linkClassName, onNavigate }: NavLinksProps) {
  const { pathname } = useLocation();
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <SiteLink
            className={classNames(navLink, linkClassName)}
            to={to}
            aria-current={isActiveLink(to, pathname) ? 'page' : undefined}
            onClick={onNavigate}
          >
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
