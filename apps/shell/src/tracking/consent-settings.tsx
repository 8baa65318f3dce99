import { hasTags } from '@fareline/contracts/brand';
import { useBrand } from '@fareline/ui-theme';
import { RadioGroup } from '@fareline/ui-theme/widgets';
import { saveConsent, useConsent } from './consent-store.ts';

/** Lets the visitor change the consent. (TRACK-08) */
export function ConsentSettings() {
  const brand = useBrand();
  const choice = useConsent();
  if (!hasTags(brand)) return <p>{brand.name} uses no analytics or advertising cookies at the moment.</p>;
  return (
    <RadioGroup
      className="mt-4"
      aria-label="Analytics and advertising cookies"
      value={choice ?? ''}
      onValueChange={(value) => saveConsent(value === 'granted' ? 'granted' : 'denied')}
      options={[
        { value: 'granted', label: 'Allow analytics and advertising cookies' },
        { value: 'denied', label: 'Only what the site cannot do without' },
      ]}
    />
  );
}
