import { formatPrice } from '@fareline/ui-theme';
import { memo, useMemo } from 'react';
import { AirportFields } from './airport-fields.tsx';
import { ChoiceButton, FilterChoices, toChoices, type FilterFieldProps } from './filter-choices.tsx';
import { flagValue } from './filter-counts.ts';
import { FilterGroup, UnknownYet } from './filter-group.tsx';
import { flagLabels, stopLabels } from './filter-labels.ts';
import { stopChoices, toggleValue, type StopChoice } from './filter-model.ts';
import { withChosen } from './filter-options.ts';
import { getPriceRange, priceStep, toPriceFilter } from './price-range.ts';
import { RangeField } from './range-field.tsx';
import { TimeFields } from './time-fields.tsx';
import type { FilterableList } from './use-filter-data.ts';

interface FilterFieldsProps extends FilterFieldProps {
  list: FilterableList;
}

const stopOptions = stopChoices.map((value) => ({ value, label: stopLabels[value] }));

function PriceField({ list: { itineraries, isWhole, withBag }, data, filters, onChange }: FilterFieldsProps) {
  const range = useMemo(() => getPriceRange(itineraries, withBag), [itineraries, withBag]);
  if (!range) return null;
  const title = withBag ? 'Price with a checked bag' : 'Price';
  if (!isWhole)
    return (
      <FilterGroup title={title}>
        <UnknownYet />
      </FilterGroup>
    );
  const suffix = withBag ? ' with a checked bag' : '';
  return (
    <FilterGroup title={title}>
      <RangeField
        range={range}
        chosen={filters.price}
        step={priceStep}
        labels={[`Lowest price${suffix}`, `Highest price${suffix}`]}
        format={(value) => formatPrice(String(value), data.options.currency)}
        onChange={(value) => onChange({ price: toPriceFilter(value, range) })}
      />
    </FilterGroup>
  );
}

function FlagField({ name, data, filters, onChange }: FilterFieldProps & { name: keyof typeof flagLabels }) {
  return (
    <FilterChoices
      data={data}
      group={name}
      choices={[{ value: flagValue, label: flagLabels[name] }]}
      chosen={filters[name] ? [flagValue] : []}
      onToggle={() => onChange({ [name]: !filters[name] })}
    />
  );
}

function AirlineFields({ data, filters, onChange }: FilterFieldProps) {
  return (
    <FilterChoices
      data={data}
      group="airlines"
      choices={toChoices(withChosen(data.options.airlines, filters.airlines))}
      chosen={filters.airlines}
      onToggle={(code) => onChange({ airlines: toggleValue(filters.airlines, code) })}
      renderAction={({ value, label }) => (
        <ChoiceButton label={`only ${label}`} onClick={() => onChange({ airlines: [value] })}>
          only
        </ChoiceButton>
      )}
    />
  );
}

/** All filter fields of the results screen. (FILTER-05 to FILTER-14) */
export const FilterFields = memo(function FilterFields(props: FilterFieldsProps) {
  const { data, filters, onChange } = props;
  const common = { data, filters, onChange };
  return (
    <div>
      <PriceField {...props} />
      <FilterGroup title="Stops">
        <FilterChoices
          data={data}
          group="stops"
          choices={stopOptions}
          chosen={filters.stops}
          onToggle={(stops) => onChange({ stops: toggleValue(filters.stops, stops as StopChoice) })}
        />
      </FilterGroup>
      <FilterGroup title="Fare">
        <FlagField {...common} name="refundable" />
        <FlagField {...common} name="baggage" />
      </FilterGroup>
      <FilterGroup title="Airlines">
        <AirlineFields {...common} />
      </FilterGroup>
      <TimeFields {...common} />
      <AirportFields {...common} />
      <FilterGroup title="Emissions">
        <FlagField {...common} name="lowEmissions" />
      </FilterGroup>
    </div>
  );
});
