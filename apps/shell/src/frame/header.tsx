import { classNames, PhoneLink, useBrand } from '@fareline/ui-theme';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Phone from 'lucide-react/icons/phone';
import { useSyncExternalStore } from 'react';
import { SiteLink } from '../navigation/site-link.tsx';
import { BrandMark } from './brand-mark.tsx';
import { navLink, NavLinks } from './nav-links.tsx';
import { usePageArea } from './page-area.ts';
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
  const { theme } = useBrand();
  const isScrolled = useScrolled(10);
  const isCheckout = usePageArea() === 'checkout';
  return (
    <header
      className="print:hidden fixed inset-x-0 top-0 z-40 transition-[background-color,box-shadow] data-[tone=dark]:dark-header data-scrolled:header-line data-scrolled:bg-card"
      data-scrolled={isScrolled || undefined}
      data-tone={theme.header}
    >
      <div className="page-width flex h-(--bar-height) items-center gap-4 md:gap-3 lg:gap-6">
        <BrandMark hasMenu={!isCheckout} />
        {isCheckout ? (
          <>
            <HeaderPhone className="ms-auto flex min-h-10 min-w-10 justify-center" />
            <SiteLink className={classNames(navLink, 'min-h-10 max-sm:px-2')} to="/contact">
              <CircleHelp size={18} />
              Help
            </SiteLink>
          </>
        ) : (
          <>
            <nav className="hidden md:me-auto md:flex" aria-label="Main">
              <NavLinks
                className="flex gap-1"
                linkClassName="min-h-10 decoration-2 underline-offset-[0.5em] aria-[current=page]:underline"
              />
            </nav>
            <HeaderPhone className="hidden md:flex" />
            <div className="hidden items-center gap-2 md:flex">
              <UserArea />
            </div>
            <SideMenuButton />
          </>
        )}
      </div>
    </header>
  );
}

/** (HEADER-05, HEADER-13) */
function HeaderPhone({ className }: { className: string }) {
  const { contact, content } = useBrand();
  return (
    <PhoneLink
      className={classNames(
        'items-center gap-2 font-medium whitespace-nowrap text-text figures hover:text-primary-ink',
        className,
      )}
      phone={contact.phone}
      label="header_phone"
    >
      <Phone size={18} className="md:max-lg:hidden" />
      <span className="max-sm:sr-only">
        {content.supportHours && (
          <>
            <span className="me-1 text-small/body text-text-muted max-md:hidden">
              {content.supportHours}
            </span>{' '}
          </>
        )}
        {contact.phone}
      </span>
    </PhoneLink>
  );
}
