import type { Brand } from '@fareline/contracts';
import { themeVariables } from '@fareline/ui-theme/theme';
import type { CSSProperties } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

const hex = /^#[0-9a-fA-F]{6}$/;

/** How the colours and the first words look together, as far as they are valid. */
export function BrandPreview() {
  const { control } = useFormContext<Brand>();
  const [name, theme, headline, subline] = useWatch({
    control,
    name: ['name', 'theme', 'content.headline', 'content.subline'],
  });
  const { font: _, ...colours } = theme;
  const isDrawable = Object.values(colours).every((colour) => hex.test(colour));
  if (!isDrawable) return <p className="account-quiet">The preview comes back when all colours are valid.</p>;
  const variables = themeVariables(theme) as CSSProperties;
  return (
    <section className="account-preview" style={variables} aria-label="Preview">
      <div className="account-preview__bar px-4 py-3">{name}</div>
      <div className="grid gap-3 p-4">
        <h3>{headline}</h3>
        <p className="account-quiet">{subline}</p>
        <p>
          <span className="account-preview__button">Search Flights</span>
        </p>
      </div>
    </section>
  );
}
