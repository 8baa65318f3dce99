import { describe, expect, it } from 'vitest';
import { formatAge, formatPriceFootnote, toDayNotes } from './price-notes.ts';

const now = Date.parse('2026-12-01T12:00:00Z');
const day = (date: string, total_amount: string, hoursAgo: number, total_currency = 'USD') => ({
  date,
  total_amount,
  total_currency,
  seen_at: new Date(now - hoursAgo * 3_600_000).toISOString(),
});

describe('calendar price notes', () => {
  it('have a short text, a label with full price and age, and emphasise the lowest price', () => {
    const notes = toDayNotes([day('2027-01-01', '312', 2), day('2027-01-02', '1194', 0.5)], now);
    expect([...notes]).toEqual([
      ['2027-01-01', { text: '$312', label: 'from $312, seen 2 hours ago, the lowest shown', strong: true }],
      ['2027-01-02', { text: '$1,194', label: 'from $1,194, seen less than an hour ago', strong: false }],
    ]);
  });

  it('use compact notation for long amounts', () => {
    expect(toDayNotes([day('2027-01-01', '178000', 2, 'JPY')], now).get('2027-01-01')?.text).toBe('¥178K');
  });

  it('emphasise no price when there is only one', () => {
    expect(toDayNotes([day('2027-01-01', '312', 2)], now).get('2027-01-01')?.strong).toBe(false);
  });

  it('have a footnote with their source and the age of the oldest price', () => {
    expect(formatPriceFootnote([], now)).toBeUndefined();
    expect(formatPriceFootnote([day('2027-01-01', '312', 2), day('2027-01-02', '400', 5)], now)).toContain(
      'the oldest 5 hours ago',
    );
    const footnote = (count: number) =>
      formatPriceFootnote([day('2027-01-01', '312', 2), day('2027-01-02', '400', 5)].slice(0, count), now);
    expect(footnote(1)?.endsWith('ago.')).toBe(true);
    expect(footnote(2)?.endsWith('ago. The lowest is underlined.')).toBe(true);
    expect(formatAge(day('2027-01-01', '1', 1).seen_at, now)).toBe('1 hour ago');
  });
});
