/** RGB channels, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** "#0f766e" → [15, 118, 110]. Expects a validated colour. */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function relativeLuminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
