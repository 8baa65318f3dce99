import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PhoneLink } from '../components/phone-link.tsx';
import { addTrackSink, track } from './track.ts';

it('[TRACK-06] does nothing without a sink', () => {
  expect(() => track({ category: 'search', action: 'flight_search' })).not.toThrow();
});

it('[TRACK-05] does not prevent the phone call when a sink throws, and still notifies the other sinks', () => {
  const consoleWarn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const received: string[] = [];
  const fail = () => {
    throw new Error('blocked');
  };
  const remove = [
    addTrackSink({ event: fail, conversion: fail }),
    addTrackSink({
      event: ({ action, label }) => received.push(`${action} ${label}`),
      conversion: (label) => received.push(`conversion ${label}`),
    }),
  ];
  render(<PhoneLink phone="+1 888 555 0142" label="hero_call_button" />);
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe('tel:+18885550142');
  expect(fireEvent.click(link)).toBe(true);
  expect(received).toEqual(['conversion hero_call_button', 'phone_call hero_call_button']);
  for (const step of remove) step();
  consoleWarn.mockRestore();
});

it('[TRACK-01] a removed sink receives no more events', () => {
  const events: unknown[] = [];
  const remove = addTrackSink({ event: (event) => events.push(event) });
  track({ category: 'search', action: 'flight_search', label: 'a', value: 1 });
  remove();
  track({ category: 'search', action: 'flight_search' });
  expect(events).toEqual([{ category: 'search', action: 'flight_search', label: 'a', value: 1 }]);
});
