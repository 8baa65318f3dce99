import { useLocation } from 'react-router';
import { SiteLink } from '../navigation/site-link.tsx';

const links = [
  { to: '/', label: 'Home' },
  { to: '/my-trips', label: 'My Trips' },
  { to: '/contact', label: 'Contact' },
];

/** Home is active on exactly `/`, every other link on its path and all paths below it, in any case. (HEADER-04) */
export function isActiveLink(to: string, pathname: string): boolean {
  const path = pathname.toLowerCase();
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
}

/** (HEADER-03) */
export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul className="nav-links">
      {links.map(({ to, label }) => (
        <li key={to}>
          <SiteLink
            className="nav-link"
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
