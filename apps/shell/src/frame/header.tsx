import { Phone, PhoneLink, useBrand } from '@fareline/ui-theme';
import { BrandMark } from './brand-mark.tsx';
import { NavLinks } from './nav-links.tsx';
import { SideMenu } from './side-menu.tsx';
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
          <Phone aria-hidden size={18} strokeWidth={1.5} />
          <span className="header__phone-text">
            <span className="header__phone-note">24/7</span> {contact.phone}
          </span>
        </PhoneLink>
        <div className="header__user">
          <UserArea />
        </div>
        <SideMenu />
      </div>
    </header>
  );
}
