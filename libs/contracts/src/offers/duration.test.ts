import { expect, it } from 'vitest';
import { durationMinutes } from './duration.ts';

it.each([
  ['PT45M', 45],
  ['PT7H5M', 425],
  ['PT12H', 720],
  ['P1DT2H3M', 1563],
  ['P2D', 2880],
  ['PT1M30S', 1],
  ['PT1M30.5S', 1],
])('%s lasts %i minutes', (iso, minutes) => expect(durationMinutes(iso)).toBe(minutes));

it.each([null, undefined, '', 'P', 'PT', '45', '1H', 'P1Y', 'PT1H xx', 'xxPT1H'])(
  '%j is no duration',
  (iso) => expect(durationMinutes(iso)).toBeUndefined(),
);
