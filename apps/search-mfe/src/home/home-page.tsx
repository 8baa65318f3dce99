import '../styles.css';
import { getHomeMeta } from '@fareline/contracts/pages';
import { MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import { Benefits } from './benefits.tsx';
import { CallBand } from './call-band.tsx';
import { Hero } from './hero.tsx';
import { Testimonials } from './testimonials.tsx';

/** The home page. (HOME-01, HOME-12, HOME-13) */
export function Component() {
  usePageMeta(getHomeMeta(useBrand()));
  return (
    <MfeScope name="search">
      <Hero />
      <Benefits />
      <CallBand />
      <Testimonials />
    </MfeScope>
  );
}
