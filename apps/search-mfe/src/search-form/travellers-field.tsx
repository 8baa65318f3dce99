import { cabinLabels, type CabinClass } from '@fareline/contracts';
import { travellersLabel } from '@fareline/presentation/formats';
import {
  Button,
  Field,
  lazyWithRetry,
  PopoverButton,
  Select,
  useFieldControl,
  useMediaQuery,
} from '@fareline/ui-theme';
import { Counter } from '@fareline/ui-theme/widgets';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { aboveMobile } from '../media-queries.ts';
import type { SearchFormValues, TravellerLimits } from './form-values.ts';

const TravellersSheet = lazyWithRetry(() => import('./travellers-sheet.tsx'));

interface TravellersFieldProps {
  values: SearchFormValues;
  limits: TravellerLimits;
  onChange: (changes: Partial<SearchFormValues>) => void;
}

const cabinOptions = Object.entries(cabinLabels).map(([value, label]) => ({ value, label }));

/** Travellers and cabin in a popover, on a phone in a sheet, with a summary as its label: "2 adults, 1 child, Economy". (FORM-11 to FORM-16) */
export function TravellersField({ error, ...props }: TravellersFieldProps & { error: string | undefined }) {
  return (
    <Field label="Travellers and cabin" error={error}>
      <TravellersButton {...props} />
    </Field>
  );
}

function TravellersButton({ values, limits, onChange }: TravellersFieldProps) {
  const [open, setOpen] = useState(false);
  const isWide = useMediaQuery(aboveMobile);
  const close = () => setOpen(false);
  const panel = <TravellersPanel values={values} limits={limits} onChange={onChange} onDone={close} />;
  const { 'aria-required': _required, ...control } = useFieldControl();
  const travellers = travellersLabel(values.adultsCount, values.childrenCount, values.infantsCount);
  return (
    <>
      <PopoverButton
        open={open && isWide}
        onOpenChange={setOpen}
        panel={panel}
        panelProps={{ className: 'w-80', align: 'end', 'aria-label': 'Travellers and cabin' }}
        className="ui-input flex items-center gap-2 py-0.5 leading-5"
        onPreload={isWide ? undefined : TravellersSheet.preload}
        aria-expanded={open}
        {...control}
      >
        <Users className="shrink-0 text-text-muted lg:max-xl:hidden" size={18} />
        <span className="min-w-0 flex-1">
          {travellers}, {cabinLabels[values.cabinClass]}
        </span>
        <ChevronDown className="shrink-0 text-text-muted" size={16} />
      </PopoverButton>
      {open && !isWide && <TravellersSheet onClose={close}>{panel}</TravellersSheet>}
    </>
  );
}

function TravellersPanel({
  values,
  limits,
  onChange,
  onDone,
}: TravellersFieldProps & { onDone: () => void }) {
  return (
    <div className="grid gap-3">
      <Counter
        label="Adults 12+"
        value={values.adultsCount}
        min={1}
        max={limits.adults}
        onValueChange={(adultsCount) => onChange({ adultsCount })}
      />
      <Counter
        label="Children 2-11"
        value={values.childrenCount}
        min={0}
        max={limits.children}
        onValueChange={(childrenCount) => onChange({ childrenCount })}
      />
      <Counter
        label="Infants under 2"
        value={values.infantsCount}
        min={0}
        max={limits.infants}
        onValueChange={(infantsCount) => onChange({ infantsCount })}
      />
      <Field label="Cabin class" className="mt-1">
        <Select
          value={values.cabinClass}
          options={cabinOptions}
          onValueChange={(cabin) => onChange({ cabinClass: cabin as CabinClass })}
        />
      </Field>
      <Button variant="secondary" block onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
