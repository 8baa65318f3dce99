import { classNames } from '@fareline/ui-theme';
import type { ReactNode } from 'react';
import { ScrollRestoration, useNavigation, type Location } from 'react-router';
import { PageViews } from '../tracking/page-views.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { usePageArea } from './page-area.ts';
import { RouteFocus } from './route-focus.tsx';
import { SlowPage } from './slow-page.tsx';

/** The first location has the key `default`; its URL is used instead, so that it does not restore the scroll position of another page. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key);

/** The layout around every screen: skip links, header, footer, and focus and scroll handling on navigation. (HEADER-01) */
export function Frame({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const area = usePageArea();
  return (
    <>
      {/* Screens add their own. */}
      <div id="skip-links" className="print:hidden">
        <a className="ui-skip-link" href="#content">
          Skip to content
        </a>
      </div>
      <Header />
      {navigation.state === 'loading' && (
        <>
          <div className="navigation-progress fixed inset-x-0 top-0 z-50 h-0.5" aria-hidden />
          <SlowPage key={navigation.location.key} />
        </>
      )}
      <main
        id="content"
        // The screens of staff have nothing that is fixed: a toast moves them, which lays nothing out anew.
        className={classNames(
          'min-h-[calc(100svh-1.5rem)] outline-none print:pt-0',
          area === 'staff'
            ? '[translate:0_calc(var(--header-height)-var(--bar-height))] pt-(--bar-height)'
            : 'pt-(--header-height)',
        )}
        tabIndex={-1}
        aria-busy={navigation.state === 'loading'}
      >
        {children}
      </main>
      {area !== 'staff' && <Footer />}
      <RouteFocus />
      <PageViews />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}
