import { ChoiceButton, FilterChoices, toChoices, type FilterFieldProps } from './filter-choices.tsx';
import { FilterGroup } from './filter-group.tsx';
import { toggleValue } from './filter-model.ts';
import { withChosen } from './filter-options.ts';

/** Layover airports, each to be chosen or avoided. */
function LayoverFields({ data, filters: { via, avoid }, onChange }: FilterFieldProps) {
  const options = withChosen(data.options.layovers, [...via, ...avoid]);
  if (options.length === 0) return null;
  return (
    <FilterGroup title="Layover airports">
      <FilterChoices
        data={data}
        group="layovers"
        choices={toChoices(options)}
        chosen={via}
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
}

/** The airports at one end of the journey, if there are several to choose from. */
function EndFields({
  name,
  title,
  data,
  filters,
  onChange,
}: FilterFieldProps & { name: 'originAirports' | 'destinationAirports'; title: string }) {
  const options = withChosen(data.options[name], filters[name]);
  if (options.length < 2) return null;
  return (
    <FilterGroup title={title}>
      <FilterChoices
        data={data}
        group={name}
        choices={toChoices(options)}
        chosen={filters[name]}
        onToggle={(code) => onChange({ [name]: toggleValue(filters[name], code) })}
      />
    </FilterGroup>
  );
}

/**
 * Airports of a round trip are those of both directions, so that a return to another airport is not listed
 * unnoticed.
 */
export function AirportFields(props: FilterFieldProps) {
  const isRoundTrip = props.data.options.times.departReturn !== undefined;
  return (
    <>
      <EndFields
        {...props}
        name="originAirports"
        title={isRoundTrip ? 'From and back to' : 'Departing from'}
      />
      <EndFields
        {...props}
        name="destinationAirports"
        title={isRoundTrip ? 'To and back from' : 'Arriving at'}
      />
      <LayoverFields {...props} />
    </>
  );
}
