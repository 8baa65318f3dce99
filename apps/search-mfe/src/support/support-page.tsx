import '../styles.css';
import { getSupportMeta } from '@fareline/contracts/pages';
import { Card, MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import { useLocation } from 'react-router';
import { emptyForm, supportLimits, toFormValues } from '../search-form/form-values.ts';
import { SearchForm } from '../search-form/search-form.tsx';
import { parseModifyState } from '../search-query/modify-state.ts';
import { ContactCards } from './contact-cards.tsx';
import { PartnerAirlines } from './partner-airlines.tsx';
import { BenefitsAndPromotions } from './benefits-and-promotions.tsx';
import { SupportHero } from './support-hero.tsx';

/** The support landing page in its partner-airline variant. (SUPPORT-01, SUPPORT-14) */
export function Component() {
  usePageMeta(getSupportMeta(useBrand()));
  const search = parseModifyState(useLocation().state);
  return (
    <MfeScope name="search">
      <SupportHero />
      <section className="page-width py-10" aria-labelledby="support-search">
        <h2 id="support-search" className="text-title">
          Search flights yourself
        </h2>
        <Card raised className="mt-5 p-4 md:p-6">
          <SearchForm
            initial={() => (search ? toFormValues(search) : emptyForm('round-trip'))}
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
