import type { Offer } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';
import { Checkbox, Slider } from '@fareline/ui-theme/widgets';
import { useMemo, type ReactNode } from 'react';
import { AirlineFields } from './airline-fields.tsx';
import { dayBands, stopChoices, toggleValue, type DayBand, type Filters } from './filter-model.ts';
import { toPriceFilter, getPriceRange, priceStep } from './price-range.ts';

interface FilterFieldsProps {
  offers: readonly Offer[];
  /** Whether `offers` is the whole result. */
  isWhole: boolean;
  filters: Filters;
  /** Whether prices include a checked bag. */
  withBag: boolean;
  onChange: (changes: Partial<Filters>) => void;
}

const stopLabels = { '0': 'Non-stop', '1': '1 stop', '2+': '2+ stops' };
const bandLabels: Record<DayBand, readonly [string, string]> = {
  early_morning: ['Early morning', '00:00-05:59'],
  morning: ['Morning', '06:00-11:59'],
  afternoon: ['Afternoon', '12:00-17:59'],
  evening: ['Evening', '18:00-23:59'],
};

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line py-4 first:border-t-0 first:pt-0">
      <legend className="float-left mb-2 w-full font-bold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

function DayBandFields({
  chosen,
  onChange,
}: {
  chosen: readonly DayBand[];
  onChange: (bands: DayBand[]) => void;
}) {
  return dayBands.map((band) => (
    <Checkbox
      key={band}
      label={bandLabels[band][0]}
      note={bandLabels[band][1]}
      checked={chosen.includes(band)}
      onCheckedChange={() => onChange(toggleValue(chosen, band))}
    />
  ));
}

function PriceField({ offers, isWhole, filters, withBag, onChange }: FilterFieldsProps) {
  const range = useMemo(() => getPriceRange(offers, withBag), [offers, withBag]);
  if (!range) return null;
  const title = withBag ? 'Price with a checked bag' : 'Price';
  if (!isWhole)
    return (
      <FilterGroup title={title}>
        <p className="min-h-13 text-small text-text-muted">Known once all flights are compared.</p>
      </FilterGroup>
    );
  // The URL may name prices outside the range.
  const clamp = (price: number) => Math.min(Math.max(price, range[0]), range[1]);
  const [chosenLow, chosenHigh] = filters.price ?? range;
  const [low, high] = [clamp(chosenLow), clamp(chosenHigh)];
  const currency = offers[0]?.total_currency ?? 'USD';
  const format = (value: number) => formatPrice(String(value), currency);
  return (
    <FilterGroup title={title}>
      <div className="px-3">
        <Slider
          value={[low, high]}
          min={range[0]}
          max={range[1]}
          step={priceStep}
          labels={
            withBag
              ? ['Lowest price with a checked bag', 'Highest price with a checked bag']
              : ['Lowest price', 'Highest price']
          }
          format={format}
          onValueChange={(value) => onChange({ price: toPriceFilter(value, range) })}
        />
      </div>
      <p className="mt-1 flex justify-between text-small text-text-muted figures">
        <span>{format(low)}</span>
        <span>{format(high)}</span>
      </p>
    </FilterGroup>
  );
}

/** All filter fields of the results screen. (FILTER-05 to FILTER-14) */
export function FilterFields({ offers, isWhole, filters, withBag, onChange }: FilterFieldsProps) {
  return (
    <div>
      <PriceField offers={offers} isWhole={isWhole} filters={filters} withBag={withBag} onChange={onChange} />
      <FilterGroup title="Stops">
        {stopChoices.map((choice) => (
          <Checkbox
            key={choice}
            label={stopLabels[choice]}
            checked={filters.stops.includes(choice)}
            onCheckedChange={() => onChange({ stops: toggleValue(filters.stops, choice) })}
          />
        ))}
      </FilterGroup>
      <FilterGroup title="Fare">
        <Checkbox
          label="Refundable tickets"
          checked={filters.refundable}
          onCheckedChange={(checked) => onChange({ refundable: checked === true })}
        />
        <Checkbox
          label="Baggage Included"
          checked={filters.baggage}
          onCheckedChange={(checked) => onChange({ baggage: checked === true })}
        />
      </FilterGroup>
      <FilterGroup title="Airlines">
        <AirlineFields
          offers={offers}
          isWhole={isWhole}
          chosen={filters.airlines}
          onChange={(airlines) => onChange({ airlines })}
        />
      </FilterGroup>
      <FilterGroup title="Departure time">
        <DayBandFields chosen={filters.departure} onChange={(departure) => onChange({ departure })} />
      </FilterGroup>
      <FilterGroup title="Arrival time">
        <DayBandFields chosen={filters.arrival} onChange={(arrival) => onChange({ arrival })} />
      </FilterGroup>
    </div>
  );
}
