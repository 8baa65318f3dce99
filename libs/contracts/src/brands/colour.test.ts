import { expect, it } from 'vitest';
import { contrast, parseHex, type Rgb } from './colour.ts';

const [black, white]: Rgb[] = [
  [0, 0, 0],
  [255, 255, 255],
];

it('parseHex reads each channel', () => expect(parseHex('#0f766e')).toEqual([15, 118, 110]));

it.each([
  ['black and white', black, white, 21],
  ['white and black', white, black, 21],
  ['a colour and itself', parseHex('#0f766e'), parseHex('#0f766e'), 1],
  ['red on white', parseHex('#ff0000'), white, 3.998],
  ['green on white', parseHex('#00ff00'), white, 1.372],
  ['blue on white', parseHex('#0000ff'), white, 8.592],
  ['nearly black on black', parseHex('#0a0a0a'), black, 1.061],
])('the contrast of %s is that of WCAG', (_, one, other, ratio) =>
  expect(contrast(one!, other!)).toBeCloseTo(ratio, 3),
);
