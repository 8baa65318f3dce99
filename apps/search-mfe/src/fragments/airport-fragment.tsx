import '../styles.css';
import type { FragmentProps } from '@fareline/contracts';
import { Field, MfeScope } from '@fareline/ui-theme';
import PlaneLanding from 'lucide-react/icons/plane-landing';
import PlaneTakeoff from 'lucide-react/icons/plane-takeoff';
import { AirportPicker } from '../airports/airport-picker.tsx';

const kinds = {
  From: { sheetTitle: 'Where from?', icon: <PlaneTakeoff size={18} /> },
  To: { sheetTitle: 'Where to?', icon: <PlaneLanding size={18} /> },
};

/** The airport field of the search form. (AIRPORT-01) */
export function Component({ label, value, error, onValueChange }: FragmentProps['search/airport']) {
  return (
    <MfeScope name="search">
      <Field label={label} error={error} required>
        <AirportPicker
          value={value}
          onValueChange={onValueChange}
          placeholder="City or airport"
          {...kinds[label]}
        />
      </Field>
    </MfeScope>
  );
}
