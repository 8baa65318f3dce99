import '../styles.css';
import { MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import { Benefits } from './benefits.tsx';
import { CallBand } from './call-band.tsx';
import { Hero } from './hero.tsx';
import { Testimonials } from './testimonials.tsx';

/** The home page. (HOME-01, HOME-12, HOME-13) */
export function Component() {
  const { name, content } = useBrand();
  const { averageSavingsPercent, airlinesCompared } = content.claims;
  const discount = averageSavingsPercent > 0 ? `, up to ${averageSavingsPercent}% off` : '';
  const title = `Cheap flights${discount} | ${name}`;
  const airlines = airlinesCompared > 0 ? `${airlinesCompared}+` : 'many';
  const description = `Compare ${airlines} airlines in one search. ${content.subline}`;
  usePageMeta({
    title,
    description,
    keywords: 'cheap flights, flight comparison, budget airlines, flight deals, low fares',
    canonical: '/',
    social: { title, description },
  });
  return (
    <MfeScope name="search">
      <Hero />
      <Benefits />
      <CallBand />
      <Testimonials />
    </MfeScope>
  );
}
