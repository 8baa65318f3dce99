import '../styles.css';
import { getSupportMeta } from '@fareline/contracts/pages';
import { Card, MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import { emptyForm, supportLimits } from '../search-form/form-values.ts';
import { SearchForm } from '../search-form/search-form.tsx';
import { ContactCards } from './contact-cards.tsx';
import { PartnerAirlines } from './partner-airlines.tsx';
import { BenefitsAndPromotions } from './benefits-and-promotions.tsx';
import { SupportHero } from './support-hero.tsx';

/** The support landing page in its partner-airline variant. (SUPPORT-01, SUPPORT-14) */
export function Component() {
  usePageMeta(getSupportMeta(useBrand()));
  return (
    <MfeScope name="search">
      <SupportHero />
      <section className="page-width py-10" aria-labelledby="support-search">
        <h2 id="support-search" className="text-title">
          Search flights yourself
        </h2>
        <Card raised className="mt-5 p-4 md:p-6">
          <SearchForm
            initial={() => emptyForm('round-trip')}
            limits={supportLimits}
            phoneLabel="support_multi_city_call"
          />
        </Card>
      </section>
      <PartnerAirlines />
      <BenefitsAndPromotions />
      <ContactCards />
    </MfeScope>
  );
}
