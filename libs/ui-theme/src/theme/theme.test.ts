import { defaultBrand } from '@fareline/contracts/schemas';
import { describe, expect, it } from 'vitest';
import { contrast, parseHex, textOn, toHex } from './colour.ts';
import { themeCss, themeVariables, unreadablePairs } from './theme-variables.ts';

const { theme } = defaultBrand;

describe('theme', () => {
  it('lists every unreadable pair of a theme with its contrast', () => {
    const pairs = unreadablePairs({ ...theme, text: '#dddddd', primary: '#7f7f7f' });
    expect(pairs.map(({ pair }) => pair)).toEqual([
      'text on background',
      'text on muted areas',
      'button text on primary',
    ]);
    expect(pairs[0]?.reason).toMatch(
      /^text on background: contrast 1\.\d to 1, at least 4.5 to 1 is needed$/,
    );
  });

  it('accepts the default theme', () => expect(unreadablePairs(theme)).toEqual([]));

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

  it('sets the color scheme of native controls by the background', () => {
    const getScheme = (background: string) =>
      /color-scheme:(.*)}/.exec(themeCss({ ...theme, background }))?.[1];
    expect(getScheme('#fafcfb')).toBe('light');
    expect(getScheme('#808080')).toBe('light');
    expect(getScheme('#101418')).toBe('dark');
  });

  it('produces one CSS rule without markup in its values', () => {
    expect(themeCss(theme)).toMatch(/^:root\{--color-background:#fafcfb;.*\}$/);
    expect(themeCss(theme)).not.toMatch(/[<\\]/);
  });
});
