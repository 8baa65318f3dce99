import type { ReactNode } from 'react';
import { ScrollRestoration, useNavigation, type Location } from 'react-router';
import { PageViews } from '../tracking/page-views.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteFocus } from './route-focus.tsx';

/** The first location has the key `default`; its URL is used instead, so that it does not restore the scroll position of another page. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key);

/** The layout around every screen: skip link, header, footer, and focus and scroll handling on navigation. (HEADER-01) */
export function Frame({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      {navigation.state === 'loading' && <div className="navigation-progress" aria-hidden />}
      <main id="content" className="content" tabIndex={-1} aria-busy={navigation.state === 'loading'}>
        {children}
      </main>
      <Footer />
      <RouteFocus />
      <PageViews />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}
