import { contrast, type Rgb } from '@fareline/contracts/brand';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CarrierLogo } from './carrier-logo.tsx';

const url = 'https://assets.duffel.com/BA.svg';
const getLogo = () => screen.queryByRole('presentation');
const getColour = (code: string) => {
  const { unmount } = render(<CarrierLogo url={null} code={code} />);
  const { backgroundColor } = screen.getByText(code).style;
  unmount();
  return backgroundColor;
};

/** Red, green and blue from 0 to 255 of an `hsl()` colour, by the formula of CSS Color 4. */
function toRgb(hsl: string): Rgb {
  const [hue = 0, saturation = 0, lightness = 0] = (hsl.match(/[\d.]+/g) ?? []).map(Number);
  const amplitude = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const value = lightness / 100 - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255);
  };
  return [channel(0), channel(8), channel(4)];
}

it('[CARD-01] shows the logo, and the airline’s code once the logo has failed to load', () => {
  render(<CarrierLogo url={url} code="BA" />);
  expect(getLogo()?.getAttribute('src')).toBe(url);
  expect(screen.queryByText('BA')).toBeNull();
  fireEvent.error(getLogo()!);
  expect(getLogo()).toBeNull();
  expect(screen.getByText('BA').getAttribute('aria-hidden')).toBe('true');
});

it('[CARD-01] tries the logo of another airline after one that failed', () => {
  const { rerender } = render(<CarrierLogo url={url} code="BA" />);
  fireEvent.error(getLogo()!);
  rerender(<CarrierLogo url="https://assets.duffel.com/AA.svg" code="AA" />);
  expect(getLogo()?.getAttribute('src')).toBe('https://assets.duffel.com/AA.svg');
});

it.each([null, undefined, '', 'not a code'])('[CARD-01] shows an icon without a logo for code %j', (code) => {
  const { container } = render(<CarrierLogo url={null} code={code} />);
  expect(container.innerHTML).toContain('<svg');
  expect(container.textContent).toBe('');
});

it('[CARD-01] gives each airline a colour of its own, the same each time', () => {
  const codes = ['BA', 'AA', 'AB', 'U2', 'LH', 'DL', 'FR', 'W6', 'ZZ'];
  const colours = codes.map(getColour);
  expect(new Set(colours).size).toBe(codes.length);
  expect(codes.map(getColour)).toEqual(colours);
});

it('[CARD-01] [THEME-01] has white text of a contrast of 4.5 on every colour', () => {
  const letters = [...'ADGJMPSVZ0369'];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  const unreadable = codes.filter((code) => contrast([255, 255, 255], toRgb(getColour(code))) < 4.5);
  expect(unreadable).toEqual([]);
});
