import type { Brand } from '@fareline/contracts';
import {
  black,
  contrast,
  mix,
  parseHex,
  ensureContrast,
  shift,
  textOn,
  toHex,
  white,
  type Rgb,
} from './colour.ts';
import { fontStack } from './fonts.ts';

export type Theme = Brand['theme'];

/** Colours that are the same for every brand. (THEME-03) */
const semanticColours = {
  destructive: '#ff4d4f',
  success: '#52c41a',
  warning: '#faad14',
  info: '#1890ff',
} as const;

/** (THEME-04) */
const radii = { rounded: '0.5rem', square: '0rem', round: '1rem' };

const textRatio = 4.5;
const controlRatio = 3;

/** Black or white, whichever has the higher contrast: text on the semantic colours must be readable for every brand. */
function highestContrastText(colour: Rgb): Rgb {
  return contrast(black, colour) >= contrast(white, colour) ? black : white;
}

const isDark = (background: Rgb): boolean => highestContrastText(background) === white;

function backgroundColours(theme: Theme) {
  const background = parseHex(theme.background);
  return {
    background,
    muted: shift(background, -20),
    card: shift(background, 5),
    input: shift(background, -5),
  };
}

/**
 * The CSS variables of a brand, by name. `-ink` is the colour adjusted to be readable as text on the brand's backgrounds,
 * `on-` the text colour on an area filled with it. (THEME-01 to THEME-04)
 */
export function themeVariables(theme: Theme): Record<string, string> {
  const { background, muted, card, input } = backgroundColours(theme);
  const text = parseHex(theme.text);
  const backgrounds = [background, muted, card, input];
  const variables: Record<string, string> = {
    '--color-background': theme.background,
    '--color-text': theme.text,
    '--color-text-muted': toHex(ensureContrast(mix(text, background, 0.62), backgrounds, text, textRatio)),
    '--color-muted': toHex(muted),
    '--color-card': toHex(card),
    '--color-border': toHex(shift(background, -10)),
    '--color-input': toHex(input),
    '--color-line': toHex(shift(background, isDark(background) ? 28 : -28)),
    '--color-control': toHex(ensureContrast(mix(text, background, 0.35), backgrounds, text, controlRatio)),
  };
  for (const name of ['primary', 'secondary', 'accent'] as const) {
    const brandColour = parseHex(theme[name]);
    const textOnIt = textOn(brandColour);
    const awayFromText = textOnIt === white ? black : white;
    // Near the threshold the prescribed text cannot be read on the brand's own shade.
    const colour = ensureContrast(brandColour, [textOnIt], awayFromText, textRatio);
    const soft = mix(colour, card, 0.1);
    variables[`--color-${name}`] = toHex(colour);
    variables[`--color-on-${name}`] = toHex(textOnIt);
    variables[`--color-${name}-ink`] = toHex(ensureContrast(colour, [...backgrounds, soft], text, textRatio));
    variables[`--color-${name}-soft`] = toHex(soft);
    variables[`--color-${name}-hover`] = toHex(mix(awayFromText, colour, 0.12));
  }
  for (const [name, hex] of Object.entries(semanticColours)) {
    const colour = parseHex(hex);
    const soft = mix(colour, card, 0.1);
    variables[`--color-${name}`] = hex;
    variables[`--color-on-${name}`] = toHex(highestContrastText(colour));
    variables[`--color-${name}-soft`] = toHex(soft);
    variables[`--color-${name}-ink`] = toHex(ensureContrast(colour, [...backgrounds, soft], text, textRatio));
  }
  variables['--font-sans'] = fontStack(theme.font);
  const header = theme.header === 'dark' ? parseHex(theme.secondary) : card;
  variables['--color-header'] = toHex(header);
  variables['--color-on-header'] = theme.header === 'dark' ? toHex(highestContrastText(header)) : theme.text;
  variables['--radius'] = radii[theme.corners];
  variables['--radius-button'] = theme.buttons === 'pill' ? '62rem' : radii[theme.corners];
  return variables;
}

/**
 * The variables as one `:root` rule for a style element; values are hex colours and predefined font stacks, never free text.
 * The color scheme makes the browser's own icons and scroll bars visible on the brand's background.
 */
export function themeCss(theme: Theme): string {
  const lines = Object.entries(themeVariables(theme)).map(([name, value]) => `${name}:${value}`);
  const colorScheme = isDark(parseHex(theme.background)) ? 'dark' : 'light';
  return `:root{${lines.join(';')};color-scheme:${colorScheme}}`;
}
