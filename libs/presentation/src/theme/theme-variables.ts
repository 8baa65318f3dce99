import type { Brand } from '@fareline/contracts';
import {
  black,
  contrast,
  mix,
  parseHex,
  lightenUntil,
  mixUntil,
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

/** Words that tell a price from others and a catch from the rest, never a state. */
const wordColours = { cheapest: '#1f7a3d', catch: '#8a5a00' } as const;

const textRatio = 4.5;
const textOnDarkRatio = 7;
const controlRatio = 3;

/** Black or white, whichever has the higher contrast: text on the semantic colours must be readable for every brand. */
function highestContrastText(colour: Rgb): Rgb {
  return contrast(black, colour) >= contrast(white, colour) ? black : white;
}

const isDark = (background: Rgb): boolean => highestContrastText(background) === white;

/** The screens that a brand has colours for: each brand has its own, and those of a device that asks for a dark one. */
export type Scheme = 'own' | 'dark';

/** What is below the text. */
interface Grounds {
  background: Rgb;
  card: Rgb;
  muted: Rgb;
  border: Rgb;
  input: Rgb;
  line: Rgb;
}

/** (THEME-02) */
function getGrounds(theme: Theme, scheme: Scheme): Grounds {
  const background = parseHex(scheme === 'dark' ? theme.darkBackground : theme.background);
  const line = shift(background, isDark(background) ? 28 : -28);
  if (scheme === 'own')
    return {
      background,
      card: shift(background, 5),
      muted: shift(background, -20),
      border: shift(background, -10),
      input: shift(background, -5),
      line,
    };
  // The same steps towards the light, because nothing below a dark ground can be told from it.
  return {
    background,
    card: parseHex(theme.darkCard),
    muted: shift(background, 20),
    border: shift(background, 10),
    input: shift(background, 5),
    line,
  };
}

/** The brand's text; on a dark screen its paper, less bright. */
function getText(theme: Theme, scheme: Scheme, { background, muted, card, input }: Grounds): Rgb {
  if (scheme === 'own') return parseHex(theme.text);
  const paper = mix(parseHex(theme.background), background, 0.92);
  return mixUntil(paper, white, standsOut([background, muted, card, input], textOnDarkRatio));
}

/** Accepts a colour that can be told from each ground by the ratio. */
const standsOut = (grounds: readonly Rgb[], ratio: number) => (colour: Rgb) =>
  grounds.every((ground) => contrast(colour, ground) >= ratio);

/** The colour of an area, as near to the brand's as the text of THEME-01 can be read on it and it can be told from the grounds. */
function getFill(colour: Rgb, grounds: readonly Rgb[]): Rgb {
  const isReadable = (fill: Rgb) =>
    contrast(textOn(fill), fill) >= textRatio && standsOut(grounds, controlRatio)(fill);
  return grounds.length > 0
    ? lightenUntil(colour, isReadable)
    : mixUntil(colour, textOn(colour) === white ? black : white, isReadable);
}

/**
 * The CSS variables of a brand, by name. `-ink` is the colour adjusted to be readable as text on the brand's backgrounds,
 * `on-` the text colour on an area filled with it. (THEME-01 to THEME-04, LOOK-08)
 */
export function themeVariables(theme: Theme, scheme: Scheme = 'own'): Record<string, string> {
  const grounds = getGrounds(theme, scheme);
  const { background, muted, card, input } = grounds;
  const text = getText(theme, scheme, grounds);
  const backgrounds = [background, muted, card, input];
  const softShare = scheme === 'dark' ? 0.2 : 0.1;
  const toInk = (colour: Rgb, below: readonly Rgb[]) => {
    const isReadable = standsOut(below, textRatio);
    return toHex(scheme === 'dark' ? lightenUntil(colour, isReadable) : mixUntil(colour, text, isReadable));
  };
  const notices = Object.values(semanticColours).map((hex) => mix(parseHex(hex), card, softShare));
  const variables: Record<string, string> = {
    '--color-background': toHex(background),
    '--color-text': toHex(text),
    '--color-text-muted': toHex(
      mixUntil(mix(text, background, 0.62), text, standsOut(backgrounds, textRatio)),
    ),
    '--color-muted': toHex(muted),
    '--color-card': toHex(card),
    '--color-border': toHex(grounds.border),
    '--color-input': toHex(input),
    '--color-line': toHex(grounds.line),
    '--color-control': toHex(
      mixUntil(mix(text, background, 0.35), text, standsOut(backgrounds, controlRatio)),
    ),
  };
  for (const name of ['primary', 'secondary', 'accent'] as const) {
    // The secondary colour fills whole bands, which no one has to find on a dark ground.
    const isFound = scheme === 'dark' && name !== 'secondary';
    const colour = getFill(parseHex(theme[name]), isFound ? [background, card] : []);
    const textOnIt = textOn(colour);
    const soft = mix(colour, card, softShare);
    variables[`--color-${name}`] = toHex(colour);
    variables[`--color-on-${name}`] = toHex(textOnIt);
    // Links stand in notices too.
    variables[`--color-${name}-ink`] = toInk(colour, [...backgrounds, ...notices, soft]);
    variables[`--color-${name}-soft`] = toHex(soft);
    variables[`--color-${name}-hover`] = toHex(mix(textOnIt === white ? black : white, colour, 0.12));
  }
  for (const [name, hex] of Object.entries(semanticColours)) {
    const colour = parseHex(hex);
    const soft = mix(colour, card, softShare);
    variables[`--color-${name}`] = hex;
    variables[`--color-on-${name}`] = toHex(highestContrastText(colour));
    variables[`--color-${name}-soft`] = toHex(soft);
    variables[`--color-${name}-ink`] = toInk(colour, [...backgrounds, soft]);
  }
  for (const [name, hex] of Object.entries(wordColours)) {
    const colour = parseHex(hex);
    const soft = mix(colour, card, softShare);
    // On cards and pages only, where the colours are as they were chosen.
    variables[`--color-${name}`] = toInk(colour, [background, card, soft]);
    variables[`--color-${name}-soft`] = toHex(soft);
  }
  const header = theme.header === 'dark' ? parseHex(theme.secondary) : card;
  variables['--color-header'] = toHex(header);
  variables['--color-on-header'] = toHex(theme.header === 'dark' ? highestContrastText(header) : text);
  variables['--font-sans'] = fontStack(theme.font);
  variables['--radius'] = radii[theme.corners];
  variables['--radius-button'] = theme.buttons === 'pill' ? '62rem' : radii[theme.corners];
  return variables;
}

/** Whether a device that asks for a dark screen gets one; a brand whose own screens are dark has no others. */
export const hasDarkScheme = (theme: Theme): boolean =>
  theme.dark === 'device' && !isDark(parseHex(theme.background));

const toRule = (variables: Record<string, string>, colorScheme: string): string =>
  `:root{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value};`)
    .join('')}color-scheme:${colorScheme}}`;

/**
 * The variables as `:root` rules for a style element; values are hex colours and predefined font stacks, never free text. Paper
 * has the brand's own. The color scheme makes the browser's icons and scroll bars visible on the brand's background. (LOOK-08)
 */
export function themeCss(theme: Theme): string {
  const own = toRule(themeVariables(theme), isDark(parseHex(theme.background)) ? 'dark' : 'light');
  if (!hasDarkScheme(theme)) return own;
  return `${own}@media screen and (prefers-color-scheme:dark){${toRule(themeVariables(theme, 'dark'), 'dark')}}`;
}
