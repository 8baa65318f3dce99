import type { ReactNode } from 'react';
import { ScrollRestoration, useNavigation, type Location } from 'react-router';
import { PageViews } from '../tracking/page-views.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteFocus } from './route-focus.tsx';

/** A first visit has no key of its own: it goes by its address, or it would open where another page was left. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key);

/** What is around every screen: skip link, header, footer, and the care for focus and scrolling between screens. (HEADER-01) */
export function Frame({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      {navigation.state === 'loading' && <div className="navigation-bar" aria-hidden />}
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
