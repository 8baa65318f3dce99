import { Button, Card, classNames, PhoneLink, useBrand } from '@fareline/ui-theme';
import Phone from 'lucide-react/icons/phone';
import Search from 'lucide-react/icons/search';
import { useLocation } from 'react-router';
import { emptyForm, toFormValues, homeLimits } from '../search-form/form-values.ts';
import { SearchForm } from '../search-form/search-form.tsx';
import { readTripType } from '../search-query/trip-type-storage.ts';
import { parseModifyState } from '../search-query/modify-state.ts';
import { HeroBackground } from './hero-background.tsx';

const formId = 'search-form';

function scrollToForm() {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const form = document.getElementById(formId);
  form?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth', block: 'center' });
  form?.querySelector('input')?.focus({ preventScroll: true });
}

/** Headline, search form and call button. (HOME-02, HOME-03, FORM-02) */
export function Hero() {
  const { contact, content } = useBrand();
  const isFormFirst = content.home.heroOrder === 'form first';
  const search = parseModifyState(useLocation().state);
  return (
    <section className="relative -mt-[var(--bar-height,4.5rem)] overflow-x-clip bg-[linear-gradient(var(--color-primary-soft),var(--color-background))]">
      <HeroBackground />
      <div className="relative flex flex-col page-width pt-20 pb-6 md:pt-32 md:pb-8">
        <div className={isFormFirst ? 'mt-6 md:mt-8' : undefined}>
          <h1 className="max-w-3xl wrap-anywhere text-title md:text-hero">{content.headline}</h1>
          <p className="mt-1 max-w-2xl wrap-anywhere text-text-muted md:mt-3 md:text-large">
            {content.subline}
          </p>
        </div>
        <Card
          raised
          id={formId}
          className={classNames('p-4 md:p-6', isFormFirst ? '-order-1' : 'mt-4 md:mt-8')}
        >
          <SearchForm
            initial={() => (search ? toFormValues(search) : emptyForm(readTripType()))}
            limits={homeLimits}
            phoneLabel="multi_city_call_button"
          />
        </Card>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <PhoneLink
            phone={contact.phone}
            label="hero_call_button"
            className="ui-button"
            data-variant="secondary"
            data-size="medium"
          >
            <Phone size={18} />
            Call {contact.phone}
          </PhoneLink>
          <Button variant="ghost" onClick={scrollToForm}>
            <Search size={18} />
            Find a cheap flight
          </Button>
        </div>
      </div>
    </section>
  );
}
