import type { Appearance, CustomFontSource } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The look of our own fields as values, because variables do not reach into the provider's frame. (ELEMENT-01) */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.body);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const variables = {
    colorPrimary: read('--color-primary-ink'),
    colorText: read('--color-text'),
    colorTextSecondary: read('--color-text-muted'),
    colorTextPlaceholder: read('--color-text-muted'),
    colorBackground: read('--color-card'),
    colorDanger: read('--color-destructive-ink'),
    fontFamily: style.fontFamily,
    // A phone zooms into a field whose text is smaller than 16 px.
    fontSizeBase: '16px',
    borderRadius: read('--radius'),
    spacingUnit: '4px',
    gridRowSpacing: '16px',
    gridColumnSpacing: '16px',
  };
  const small = { fontSize: read('--text-small'), fontWeight: '500' };
  const control = read('--color-control');
  return {
    variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value)),
    rules: {
      '.Label': small,
      '.Error': small,
      '.Input': { boxShadow: 'none', ...(control && { borderColor: control }) },
    },
  };
}

/** The look of our own fields, read anew when the device turns dark or light. (ELEMENT-01, LOOK-08) */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const read = () => setAppearance(readAppearance());
    scheme.addEventListener('change', read);
    return () => scheme.removeEventListener('change', read);
  }, []);
  return appearance;
}

/** The faces of the page's font, which the provider's frame loads from us: their files are readable from other origins. (ELEMENT-01) */
export function readFonts(): CustomFontSource[] {
  const [family = ''] = getComputedStyle(document.body).fontFamily.split(',').map(unquote);
  return [...document.styleSheets].flatMap((sheet) =>
    listRules(sheet).flatMap((rule) => {
      if (
        !(rule instanceof CSSFontFaceRule) ||
        unquote(rule.style.getPropertyValue('font-family')) !== family
      )
        return [];
      const file = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1];
      const url = file && URL.parse(file, sheet.href ?? document.baseURI);
      if (!url) return [];
      return [{ family, src: `url(${url.href})`, weight: rule.style.getPropertyValue('font-weight') }];
    }),
  );
}

const unquote = (name: string): string => name.trim().replaceAll(/^["']|["']$/g, '');

/** Those of other origins cannot be read, and have no font of ours. */
function listRules(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}
