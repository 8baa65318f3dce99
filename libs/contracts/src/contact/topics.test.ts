import { describe, expect, it } from 'vitest';
import { contactTopics } from '../accounts/account.schema.ts';
import { defaultBrand } from '../brands/default-brand.ts';
import { sayAnswerTime } from './topics.ts';

const say = (emailAnswerMinutes: number, supportAnswerHours: number) => {
  const claims = { ...defaultBrand.content.claims, emailAnswerMinutes, supportAnswerHours };
  return [...contactTopics, undefined].map((topic) => sayAnswerTime(topic, { claims }));
};

describe('the answer time of a topic', () => {
  it('[CONTACT-08] is that of booking support for bookings, and that of the contact page for all else', () => {
    const [soon, later] = ['We answer e-mail within 45 minutes.', 'We answer e-mail within 12 hours.'];
    expect(say(45, 12)).toEqual([soon, later, later, later, soon, soon, soon, soon]);
  });

  it('[PROMISE-05] is not promised where the brand claims none', () => {
    expect(new Set(say(0, 0))).toEqual(new Set(['']));
    expect(say(0, 12)[0]).toBe('');
    expect(say(45, 0)[1]).toBe('');
  });
});
