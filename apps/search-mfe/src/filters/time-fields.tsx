import { memo } from 'react';
import { FilterChoices, type FilterFieldProps } from './filter-choices.tsx';
import { FilterGroup, UnknownYet } from './filter-group.tsx';
import { bandLabels } from './filter-labels.ts';
import {
  dayBands,
  toggleValue,
  withoutTime,
  type DayBand,
  type Filters,
  type TimeKey,
} from './filter-model.ts';
import { timeStep } from './filter-options.ts';
import { RangeField } from './range-field.tsx';
import { formatMinuteOfDay, toTimeFilter } from './time-range.ts';

const bandChoices = dayBands.map((value) => ({
  value,
  label: bandLabels[value][0],
  hint: bandLabels[value][1],
}));

/** A time of one direction, which refines the bands; nothing without a choice of times. (FILTER-11) */
function TimeField({
  name,
  labels,
  data,
  times,
  onChange,
}: FilterFieldProps &
  Pick<Filters, 'times'> & { name: TimeKey; labels: readonly [title: string, event: string] }) {
  const range = data.options.times[name];
  if (!range || (range[0] === range[1] && !times[name])) return null;
  const [title, event] = labels;
  return (
    <div className="mt-2">
      <p className="text-small">{title}</p>
      {data.counts ? (
        <RangeField
          range={range}
          chosen={times[name]}
          step={timeStep}
          labels={[`Earliest ${event}`, `Latest ${event}`]}
          format={formatMinuteOfDay}
          onChange={([low, high]) => {
            const chosen = toTimeFilter([low, high], range);
            const others = withoutTime(times, name);
            onChange({ times: chosen ? { ...others, [name]: chosen } : others });
          }}
        />
      ) : (
        <UnknownYet />
      )}
    </div>
  );
}

/** Bands for any direction, then a slider for each. (FILTER-10, FILTER-11) */
export const TimeFields = memo(function TimeFields({
  data,
  departure,
  arrival,
  times,
  onChange,
}: FilterFieldProps & Pick<Filters, 'departure' | 'arrival' | 'times'>) {
  const common = { data, times, onChange };
  return (
    <>
      <FilterGroup title="Departure time">
        <FilterChoices
          data={data}
          group="departure"
          choices={bandChoices}
          chosen={departure}
          onToggle={(band) => onChange({ departure: toggleValue(departure, band as DayBand) })}
        />
        <TimeField {...common} name="departOutbound" labels={['Outbound', 'outbound departure']} />
        <TimeField {...common} name="departReturn" labels={['Return', 'return departure']} />
      </FilterGroup>
      <FilterGroup title="Arrival time">
        <FilterChoices
          data={data}
          group="arrival"
          choices={bandChoices}
          chosen={arrival}
          onToggle={(band) => onChange({ arrival: toggleValue(arrival, band as DayBand) })}
        />
        <TimeField {...common} name="arriveOutbound" labels={['Outbound', 'outbound arrival']} />
        <TimeField {...common} name="arriveReturn" labels={['Return', 'return arrival']} />
      </FilterGroup>
    </>
  );
});
