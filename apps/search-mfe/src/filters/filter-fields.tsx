import { formatPrice } from '@fareline/presentation/formats';
import { memo, useMemo } from 'react';
import { EndFields, LayoverFields } from './airport-fields.tsx';
import { ChoiceButton, FilterChoices, toChoices, type FilterFieldProps } from './filter-choices.tsx';
import { flagValue } from './filter-counts.ts';
import { FilterGroup, UnknownYet } from './filter-group.tsx';
import { flagLabels, stopLabels } from './filter-labels.ts';
import { stopChoices, toggleValue, type Filters, type StopChoice } from './filter-model.ts';
import { withChosen } from './filter-options.ts';
import { getPriceRange, priceStep, toPriceFilter } from './price-range.ts';
import { RangeField } from './range-field.tsx';
import { TimeFields } from './time-fields.tsx';
import type { FilterableList } from './use-filter-data.ts';

interface ListFieldProps extends FilterFieldProps {
  list: FilterableList;
}

const stopOptions = stopChoices.map((value) => ({ value, label: stopLabels[value] }));

const PriceField = memo(function PriceField({
  list: { itineraries, isWhole, withBag },
  data,
  price,
  onChange,
}: ListFieldProps & { price: Filters['price'] }) {
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
        chosen={price}
        step={priceStep}
        labels={[`Lowest price${suffix}`, `Highest price${suffix}`]}
        format={(value) => formatPrice(String(value), data.options.currency)}
        onChange={(value) => onChange({ price: toPriceFilter(value, range) })}
      />
    </FilterGroup>
  );
});

const StopFields = memo(function StopFields({
  data,
  stops,
  onChange,
}: FilterFieldProps & Pick<Filters, 'stops'>) {
  return (
    <FilterChoices
      data={data}
      group="stops"
      choices={stopOptions}
      chosen={stops}
      onToggle={(value) => onChange({ stops: toggleValue(stops, value as StopChoice) })}
    />
  );
});

const FlagField = memo(function FlagField({
  name,
  data,
  isOn,
  onChange,
}: FilterFieldProps & { name: keyof typeof flagLabels; isOn: boolean }) {
  return (
    <FilterChoices
      data={data}
      group={name}
      choices={[{ value: flagValue, label: flagLabels[name] }]}
      chosen={isOn ? [flagValue] : []}
      onToggle={() => onChange({ [name]: !isOn })}
    />
  );
});

const AirlineFields = memo(function AirlineFields({
  data,
  airlines,
  onChange,
}: FilterFieldProps & Pick<Filters, 'airlines'>) {
  return (
    <FilterChoices
      data={data}
      group="airlines"
      choices={toChoices(withChosen(data.options.airlines, airlines))}
      chosen={airlines}
      onToggle={(code) => onChange({ airlines: toggleValue(airlines, code) })}
      renderAction={({ value, label }) => (
        <ChoiceButton label={`only ${label}`} onClick={() => onChange({ airlines: [value] })}>
          only
        </ChoiceButton>
      )}
    />
  );
});

/** All filter fields of the results screen. (FILTER-05 to FILTER-14) */
export const FilterFields = memo(function FilterFields({
  list,
  data,
  filters,
  onChange,
}: ListFieldProps & { filters: Filters }) {
  const common = { data, onChange };
  const { departure, arrival, times } = filters;
  // Airports of a round trip are those of both directions, so that a return to another airport is not listed unnoticed.
  const isRoundTrip = data.options.times.departReturn !== undefined;
  return (
    <div>
      <PriceField {...common} list={list} price={filters.price} />
      <FilterGroup title="Stops" name="stops">
        <StopFields {...common} stops={filters.stops} />
      </FilterGroup>
      <FilterGroup title="Fare">
        <FlagField {...common} name="refundable" isOn={filters.refundable} />
        <FlagField {...common} name="baggage" isOn={filters.baggage} />
      </FilterGroup>
      <FilterGroup title="Airlines">
        <AirlineFields {...common} airlines={filters.airlines} />
      </FilterGroup>
      <TimeFields {...common} departure={departure} arrival={arrival} times={times} />
      <EndFields
        {...common}
        name="originAirports"
        title={isRoundTrip ? 'From and back to' : 'Departing from'}
        chosen={filters.originAirports}
      />
      <EndFields
        {...common}
        name="destinationAirports"
        title={isRoundTrip ? 'To and back from' : 'Arriving at'}
        chosen={filters.destinationAirports}
      />
      <LayoverFields {...common} via={filters.via} avoid={filters.avoid} />
      <FilterGroup title="Emissions">
        <FlagField {...common} name="lowEmissions" isOn={filters.lowEmissions} />
      </FilterGroup>
    </div>
  );
});
