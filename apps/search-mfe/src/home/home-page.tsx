import '../styles.css';
import { getHomeMeta } from '@fareline/contracts/pages';
import { MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import { Benefits } from './benefits.tsx';
import { CallBand } from './call-band.tsx';
import { Hero } from './hero.tsx';
import { NextTrip } from './next-trip.tsx';
import { PopularRoutes } from './popular-routes.tsx';
import { Testimonials } from './testimonials.tsx';

const sections = { benefits: Benefits, phone: CallBand, testimonials: Testimonials, routes: PopularRoutes };

/** The home page. (HOME-01, HOME-12, HOME-13) */
export function Component() {
  const brand = useBrand();
  usePageMeta(getHomeMeta(brand));
  return (
    <MfeScope name="search">
      <Hero />
      <NextTrip />
      {brand.content.home.sections.map((name) => {
        const Section = sections[name];
        return <Section key={name} />;
      })}
    </MfeScope>
  );
}
