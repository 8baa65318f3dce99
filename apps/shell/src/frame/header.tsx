import { PhoneLink, useBrand } from '@fareline/ui-theme';
import Phone from 'lucide-react/icons/phone';
import { useSyncExternalStore } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { NavLinks } from './nav-links.tsx';
import { SideMenuButton } from './side-menu-button.tsx';
import { UserArea } from './user-area.tsx';

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page is scrolled by more than `pixels`. (HEADER-02) */
function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > pixels,
    () => false,
  );
}

export function Header() {
  const { contact } = useBrand();
  const isScrolled = useScrolled(10);
  return (
    <header className="header" data-scrolled={isScrolled || undefined}>
      <div className="header__row">
        <BrandMark />
        <nav className="header__nav" aria-label="Main">
          <NavLinks />
        </nav>
        <PhoneLink className="header__phone" phone={contact.phone} label="header_phone">
          <Phone size={18} />
          <span>
            <span className="header__phone-note">24/7</span> {contact.phone}
          </span>
        </PhoneLink>
        <div className="header__user">
          <UserArea />
        </div>
        <SideMenuButton />
      </div>
    </header>
  );
}
