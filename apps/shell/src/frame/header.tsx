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
  const { contact, content } = useBrand();
  const isScrolled = useScrolled(10);
  return (
    <header
      className="print:hidden fixed inset-x-0 top-0 z-40 transition-[background-color,box-shadow] data-scrolled:header-shadow data-scrolled:bg-card"
      data-scrolled={isScrolled || undefined}
    >
      <div className="page-width flex h-(--header-height) items-center gap-4 md:gap-3 lg:gap-6">
        <BrandMark />
        <nav className="hidden md:me-auto md:flex" aria-label="Main">
          <NavLinks
            className="flex gap-1"
            linkClassName="min-h-10 decoration-2 underline-offset-[0.5em] aria-[current=page]:underline"
          />
        </nav>
        <PhoneLink
          className="hidden items-center gap-2 font-bold whitespace-nowrap text-text figures hover:text-primary-ink md:flex"
          phone={contact.phone}
          label="header_phone"
        >
          <Phone size={18} className="md:max-lg:hidden" />
          <span>
            {content.supportHours && (
              <>
                <span className="me-1 text-small/body text-text-muted">{content.supportHours}</span>{' '}
              </>
            )}
            {contact.phone}
          </span>
        </PhoneLink>
        <div className="hidden items-center gap-2 md:flex">
          <UserArea />
        </div>
        <SideMenuButton />
      </div>
    </header>
  );
}
