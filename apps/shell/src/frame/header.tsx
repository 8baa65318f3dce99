import { PhoneLink, useBrand } from '@fareline/ui-theme';
import Phone from 'lucide-react/icons/phone';
import { BrandMark } from './brand-mark.tsx';
import { NavLinks } from './nav-links.tsx';
import { SideMenuButton } from './side-menu-button.tsx';
import { useScrolled } from './use-scrolled.ts';
import { UserArea } from './user-area.tsx';

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
          <span className="header__phone-text">
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
