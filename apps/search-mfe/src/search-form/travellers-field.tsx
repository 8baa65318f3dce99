import type { CabinClass } from '@fareline/contracts';
import {
  Button,
  cabinLabels,
  ChevronDown,
  Counter,
  Field,
  Popover,
  PopoverClose,
  PopoverContent,
  PopoverTrigger,
  Select,
  travellersLabel,
  useFieldControl,
  Users,
} from '@fareline/ui-theme';
import type { SearchFormValues, TravellerLimits } from './form-values.ts';

interface TravellersFieldProps {
  values: SearchFormValues;
  limits: TravellerLimits;
  error: string | undefined;
  onChange: (changes: Partial<SearchFormValues>) => void;
}

const cabinOptions = Object.entries(cabinLabels).map(([value, label]) => ({ value, label }));

/** Travellers and cabin behind one sentence: "2 adults, 1 child, Economy". (FORM-11 to FORM-16) */
export function TravellersField({ values, limits, error, onChange }: TravellersFieldProps) {
  return (
    <Field label="Travellers and cabin" error={error}>
      <Popover>
        <Sentence values={values} />
        <PopoverContent className="w-80" align="end" aria-label="Travellers and cabin">
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
            <PopoverClose asChild>
              <Button variant="secondary" block>
                Done
              </Button>
            </PopoverClose>
          </div>
        </PopoverContent>
      </Popover>
    </Field>
  );
}

function Sentence({ values }: { values: SearchFormValues }) {
  const { 'aria-required': _required, ...control } = useFieldControl();
  const travellers = travellersLabel(values.adultsCount, values.childrenCount, values.infantsCount);
  return (
    <PopoverTrigger asChild>
      <button type="button" className="ui-input flex items-center gap-2" {...control}>
        <Users
          aria-hidden
          className="shrink-0 text-text-muted lg:max-xl:hidden"
          size={18}
          strokeWidth={1.5}
        />
        <span className="min-w-0 flex-1 truncate">
          {travellers}, {cabinLabels[values.cabinClass]}
        </span>
        <ChevronDown aria-hidden className="shrink-0 text-text-muted" size={16} strokeWidth={1.5} />
      </button>
    </PopoverTrigger>
  );
}
