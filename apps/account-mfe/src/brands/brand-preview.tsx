import type { Brand } from '@fareline/contracts';
import { themeVariables } from '@fareline/presentation/theme';
import type { CSSProperties } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

const hexColour = /^#[0-9a-fA-F]{6}$/;

/** Preview of colours, name and headline, shown while all colours are valid. */
export function BrandPreview() {
  const { control } = useFormContext<Brand>();
  const [name, theme, headline, subline] = useWatch({
    control,
    name: ['name', 'theme', 'content.headline', 'content.subline'],
  });
  const { font: _, ...colours } = theme;
  const hasValidColours = Object.values(colours).every((colour) => hexColour.test(colour));
  if (!hasValidColours)
    return <p className="caption-text">The preview comes back when all colours are valid.</p>;
  const variables = themeVariables(theme) as CSSProperties;
  return (
    <section
      className="overflow-hidden rounded-control border border-line bg-background text-text"
      style={variables}
      aria-label="Preview"
    >
      <div className="bg-secondary text-on-secondary px-4 py-3">{name}</div>
      <div className="grid gap-3 p-4">
        {/* No heading, because it is none of the page. */}
        <p className="font-bold">{headline}</p>
        <p className="caption-text">{subline}</p>
        <p>
          <span className="inline-block rounded-control bg-primary px-4 py-2 text-on-primary">
            Search Flights
          </span>
        </p>
      </div>
    </section>
  );
}
