import type { Brand } from '@fareline/contracts';
import { hasDarkScheme, themeVariables } from '@fareline/presentation/theme';
import type { CSSProperties } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

const hexColour = /^#[0-9a-fA-F]{6}$/;
const colourFields = ['primary', 'secondary', 'accent', 'background', 'text', 'darkBackground', 'darkCard'];

/** Preview of colours, name and headline, on a dark screen too if the brand has one, shown while all colours are valid. */
export function BrandPreview() {
  const { control } = useFormContext<Brand>();
  const [name, theme, headline, subline] = useWatch({
    control,
    name: ['name', 'theme', 'content.headline', 'content.subline'],
  });
  const colours = Object.entries(theme).filter(([field]) => colourFields.includes(field));
  if (!colours.every(([, colour]) => hexColour.test(colour)))
    return <p className="caption-text">The preview comes back when all colours are valid.</p>;
  const schemes = hasDarkScheme(theme) ? (['own', 'dark'] as const) : (['own'] as const);
  return schemes.map((scheme) => (
    <section
      key={scheme}
      className="overflow-hidden rounded-control border border-line bg-background text-text"
      style={themeVariables(theme, scheme) as CSSProperties}
      aria-label={scheme === 'dark' ? 'On a dark screen' : 'Preview'}
    >
      <div className="bg-secondary text-on-secondary px-4 py-3">{name}</div>
      <div className="grid gap-3 p-4">
        {/* No heading, because it is none of the page. */}
        <p className="font-semibold">{headline}</p>
        <p className="caption-text">{subline}</p>
        <p>
          <span className="inline-block rounded-control bg-primary px-4 py-2 text-on-primary">
            Search Flights
          </span>
        </p>
      </div>
    </section>
  ));
}
