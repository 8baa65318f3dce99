import { defaultBrand } from '@fareline/contracts/schemas';
import { describe, expect, it } from 'vitest';
import { contrast, mix, mixUntil, parseHex, shift, textOn, toHex, type Rgb } from './colour.ts';
import { fontStack } from './fonts.ts';
import { themeCss, themeVariables } from './theme-variables.ts';

const { theme } = defaultBrand;

describe('theme', () => {
  it.each([
    ['#808080', '#000000'],
    ['#7f7f7f', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#0f766e', '#ffffff'],
    ['#ffd400', '#000000'],
  ])('[THEME-01] the text colour on %s is %s', (colour, text) =>
    expect(toHex(textOn(parseHex(colour)))).toBe(text),
  );

  it('[THEME-02] derives muted, card, border and input from the background by -20, +5, -10 and -5, clamped to 0-255', () => {
    expect(themeVariables({ ...theme, background: '#646464' })).toMatchObject({
      '--color-muted': '#505050',
      '--color-card': '#696969',
      '--color-border': '#5a5a5a',
      '--color-input': '#5f5f5f',
    });
    expect(themeVariables({ ...theme, background: '#fdfefc' })['--color-card']).toBe('#ffffff');
  });

  it('[THEME-01] derives ink, soft, hover and control colours from those of the brand', () =>
    expect(
      themeVariables({
        primary: '#0f766e',
        secondary: '#115e59',
        accent: '#ffd400',
        background: '#fafcfb',
        text: '#12211f',
        corners: 'square',
        buttons: 'pill',
        header: 'dark',
        dark: 'off',
        darkBackground: '#0f1615',
        darkCard: '#172120',
        font: 'Georgia',
      }),
    ).toMatchObject({
      '--color-background': '#fafcfb',
      '--color-text': '#12211f',
      '--color-text-muted': '#5d6866',
      '--color-line': '#dee0df',
      '--color-control': '#7c8483',
      '--color-primary': '#0f766e',
      '--color-on-primary': '#ffffff',
      '--color-primary-ink': '#0f726a',
      '--color-primary-soft': '#e7f1f1',
      '--color-primary-hover': '#0d6861',
      '--color-secondary-ink': '#115e59',
      '--color-accent': '#ffd400',
      '--color-on-accent': '#000000',
      '--color-accent-ink': '#716913',
      '--color-accent-hover': '#ffd91f',
      '--color-on-destructive': '#000000',
      '--color-destructive-soft': '#ffeded',
      '--color-destructive-ink': '#ac3e3e',
      '--font-sans': 'Georgia, "Times New Roman", serif',
      '--color-header': '#115e59',
      '--color-on-header': '#ffffff',
      '--radius': '0rem',
      '--radius-button': '62rem',
    }));

  it('mixes as little as it takes to be accepted, and takes the other colour when nothing is', () => {
    const [grey, black, white] = ['#777777', '#000000', '#ffffff'].map(parseHex) as [Rgb, Rgb, Rgb];
    const onWhite = (ratio: number) => (colour: Rgb) => contrast(colour, white) >= ratio;
    expect(mixUntil(black, white, onWhite(21))).toEqual(black);
    const readable = mixUntil(grey, black, onWhite(4.5));
    expect(contrast(readable, white)).toBeGreaterThanOrEqual(4.5);
    expect(readable).toEqual(mix(black, grey, 1 / 20));
    expect(mixUntil(grey, black, () => false)).toEqual(black);
    expect(shift(white, -300)).toEqual(black);
  });

  it('[THEME-04] uses the font of the brand, and the system font for an unknown one', () => {
    expect(fontStack('Plus Jakarta Sans')).toMatch(/^"Plus Jakarta Sans Variable", .*, sans-serif$/);
    expect(fontStack('System UI')).toMatch(/^system-ui, .*, sans-serif$/);
    expect(fontStack('Comic Sans')).toBe('system-ui, sans-serif');
  });

  it('[THEME-03] uses the same semantic colours for every brand', () => {
    expect(themeVariables({ ...theme, primary: '#aa0000' })).toMatchObject({
      '--color-destructive': '#ff4d4f',
      '--color-success': '#52c41a',
      '--color-warning': '#faad14',
      '--color-info': '#1890ff',
    });
  });

  it('[THEME-04] the corner radius is 0.5rem', () =>
    expect(themeVariables(theme)['--radius']).toBe('0.5rem'));

  it('makes every ink colour readable on every background of light and dark themes', () => {
    for (const brand of [theme, { ...theme, background: '#101418', text: '#f2f5f4', primary: '#2dd4bf' }]) {
      const variables = themeVariables(brand);
      for (const name of [
        'text-muted',
        'primary-ink',
        'destructive-ink',
        'success-ink',
        'warning-ink',
        'info-ink',
      ]) {
        for (const background of ['background', 'muted', 'card', 'input']) {
          const pair = [variables[`--color-${name}`], variables[`--color-${background}`]].map((hex) =>
            parseHex(hex ?? ''),
          );
          expect(contrast(pair[0]!, pair[1]!), `${name} on ${background}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('[THEME-01] makes text readable on and beside every grey and colour of a brand', () => {
    const channels = ['00', '33', '66', '77', '7f', '80', '99', 'cc', 'ff'];
    const colours = channels.flatMap((red) => channels.map((green) => `#${red}${green}77`));
    for (const primary of [...channels.map((channel) => `#${channel.repeat(3)}`), ...colours]) {
      const variables = themeVariables({ ...theme, primary });
      const read = (name: string) => parseHex(variables[`--color-${name}`] ?? '');
      for (const [text, area] of [
        ['on-primary', 'primary'],
        ['on-primary', 'primary-hover'],
        ['primary-ink', 'primary-soft'],
      ] as const)
        expect(contrast(read(text), read(area)), `${text} on ${area} of ${primary}`).toBeGreaterThanOrEqual(
          4.5,
        );
      expect(read('on-primary')).toEqual(textOn(parseHex(primary)));
    }
  });

  it('draws lines darker than a light background and lighter than a dark one', () => {
    const getLine = (background: string) => themeVariables({ ...theme, background })['--color-line'];
    expect(getLine('#fafcfb')).toBe('#dee0df');
    expect(getLine('#101418')).toBe('#2c3034');
  });

  it('sets the color scheme of native controls by the background', () => {
    const getScheme = (background: string) =>
      /color-scheme:(.*)}/.exec(themeCss({ ...theme, background, dark: 'off' }))?.[1];
    expect(getScheme('#fafcfb')).toBe('light');
    expect(getScheme('#808080')).toBe('light');
    expect(getScheme('#101418')).toBe('dark');
  });

  it('produces CSS rules without markup in their values', () => {
    expect(themeCss(theme)).toMatch(/^:root\{--color-background:#fbfaf7;.*\}$/);
    expect(themeCss(theme)).not.toMatch(/[<\\]/);
  });

  it('[LOOK-08] has dark colours for a device that asks for them, not on paper, unless the brand has none', () => {
    const dark = /@media screen and \(prefers-color-scheme:dark\)\{:root\{([^}]*)\}\}$/;
    expect(dark.exec(themeCss(theme))?.[1]).toMatch(
      /^--color-background:#0f1615;.*--color-card:#172120;.*color-scheme:dark$/,
    );
    expect(themeCss({ ...theme, dark: 'off' })).not.toMatch(dark);
    expect(themeCss({ ...theme, background: '#101418', text: '#f2f5f4' })).not.toMatch(dark);
  });

  it('[LOOK-08] holds the contrast in the dark for every colour of a brand and the lightest dark grounds', () => {
    const channels = ['00', '33', '77', 'bb', 'ff'];
    const colours = channels.flatMap((red) =>
      channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
    );
    for (const ground of ['#000000', '#0f1615', '#404040'])
      for (const colour of colours) {
        const own = { ...theme, darkBackground: ground, darkCard: ground, background: colour };
        const variables = themeVariables({ ...own, primary: colour, accent: colour }, 'dark');
        const measure = (one: string, other: string) =>
          contrast(...([one, other].map((name) => parseHex(variables[`--color-${name}`]!)) as [Rgb, Rgb]));
        const grounds = ['background', 'card', 'muted', 'input'];
        const pairs: [string, string, number][] = [
          ...grounds.flatMap((each): [string, string, number][] => [
            ['text', each, 7],
            ['text-muted', each, 4.5],
            ['control', each, 3],
            ['primary-ink', each, 4.5],
            ['destructive-ink', each, 4.5],
            ['warning-ink', each, 4.5],
          ]),
          ['primary', 'background', 3],
          ['primary', 'card', 3],
          ['accent', 'card', 3],
          ['on-primary', 'primary', 4.5],
          ['on-primary', 'primary-hover', 4.5],
          ['primary-ink', 'primary-soft', 4.5],
          ['primary-ink', 'info-soft', 4.5],
          ['primary-ink', 'warning-soft', 4.5],
          ['primary-ink', 'success-soft', 4.5],
          ['cheapest', 'card', 4.5],
          ['cheapest', 'cheapest-soft', 4.5],
          ['catch', 'card', 4.5],
        ];
        for (const [one, other, ratio] of pairs)
          expect(measure(one, other), `${one} on ${other}: ${colour} on ${ground}`).toBeGreaterThanOrEqual(
            ratio,
          );
      }
  });
});
