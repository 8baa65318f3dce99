import { contrast, parseHex, type Rgb } from '@fareline/contracts/brand';

export { contrast, parseHex, type Rgb };

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

export function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Adds `units` to every channel and clamps the result to 0-255. (THEME-02) */
export function shift([red, green, blue]: Rgb, units: number): Rgb {
  const move = (channel: number) => Math.min(255, Math.max(0, channel + units));
  return [move(red), move(green), move(blue)];
}

/** Mixes two colours; `share` is the part of `over`, 0 to 1. */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const blend = (a: number, b: number) => Math.round(a * share + b * (1 - share));
  return [blend(over[0], under[0]), blend(over[1], under[1]), blend(over[2], under[2])];
}

/** Perceived lightness from 0 to 1 with the weights of ITU-R BT.601. */
function luminance([red, green, blue]: Rgb): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** The text colour for a background: black on light colours, white on dark ones. (THEME-01) */
export function textOn(colour: Rgb): Rgb {
  return luminance(colour) > 0.5 ? black : white;
}

/** Mixes as little of `towards` into the colour as it takes to be accepted; `towards` when nothing is. */
export function mixUntil(colour: Rgb, towards: Rgb, accepts: (candidate: Rgb) => boolean): Rgb {
  for (let step = 0; step <= 20; step += 1) {
    const candidate = mix(towards, colour, step / 20);
    if (accepts(candidate)) return candidate;
  }
  return towards;
}

/** Lightens as little as it takes to be accepted: first to a bright colour of the same hue, which white alone would make grey. */
export function lightenUntil(colour: Rgb, accepts: (candidate: Rgb) => boolean): Rgb {
  const factor = 255 / Math.max(1, ...colour);
  const bright = mix(white, [colour[0] * factor, colour[1] * factor, colour[2] * factor], 0.5);
  const lightened = mixUntil(colour, bright, accepts);
  return accepts(lightened) ? lightened : mixUntil(bright, white, accepts);
}
