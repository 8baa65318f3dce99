import { memo } from 'react';
import { ChoiceButton, FilterChoices, toChoices, type FilterFieldProps } from './filter-choices.tsx';
import { FilterGroup } from './filter-group.tsx';
import { toggleValue, type Filters } from './filter-model.ts';
import { withChosen } from './filter-options.ts';

/** Layover airports, each to be chosen or avoided. */
export const LayoverFields = memo(function LayoverFields({
  data,
  via,
  avoid,
  onChange,
}: FilterFieldProps & Pick<Filters, 'via' | 'avoid'>) {
  const options = withChosen(data.options.layovers, [...via, ...avoid]);
  if (options.length === 0) return null;
  return (
    <FilterGroup title="Layover airports">
      <FilterChoices
        data={data}
        group="layovers"
        choices={toChoices(options)}
        chosen={via}
        avoided={avoid}
        onToggle={(code) =>
          onChange({ via: toggleValue(via, code), avoid: avoid.filter((other) => other !== code) })
        }
        renderAction={({ value: code, label }) => (
          <ChoiceButton
            label={`avoid ${label}`}
            pressed={avoid.includes(code)}
            onClick={() =>
              onChange({ avoid: toggleValue(avoid, code), via: via.filter((other) => other !== code) })
            }
          >
            avoid
          </ChoiceButton>
        )}
      />
    </FilterGroup>
  );
});

/** The airports at one end of the journey, if there are several to choose from. */
export const EndFields = memo(function EndFields({
  name,
  title,
  data,
  chosen,
  onChange,
}: FilterFieldProps & {
  name: 'originAirports' | 'destinationAirports';
  title: string;
  chosen: readonly string[];
}) {
  const options = withChosen(data.options[name], chosen);
  if (options.length < 2) return null;
  return (
    <FilterGroup title={title}>
      <FilterChoices
        data={data}
        group={name}
        choices={toChoices(options)}
        chosen={chosen}
        onToggle={(code) => onChange({ [name]: toggleValue(chosen, code) })}
      />
    </FilterGroup>
  );
});
