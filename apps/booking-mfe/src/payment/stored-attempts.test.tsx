import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneAdultOffer } from '../testing/samples.ts';
import { findAttempt, removeAttempt, storeAttempt, type StoredAttempt } from './stored-attempts.ts';

const attempt = (changes: Partial<StoredAttempt> = {}): StoredAttempt => ({
  offer: oneAdultOffer(),
  offerIds: ['off_cached', 'off_fresh'],
  seats: [{ passengerId: 'pas_1', seatId: 'seat_1A' }],
  bags: [{ passengerId: 'pas_1', serviceId: 'ase_1', quantity: 2 }],
  travellers: [{ id: 'pas_1', firstName: 'Ada', lastName: 'Lovelace' }],
  contact: { email: 'ada@example.com', phone: '+12125550142' },
  bookingKey: 'key_1',
  bookingId: 'bok_1',
  sentAt: 1_790_000_000_000,
  ...changes,
});
/** What another release, an extension or the traveller left in the session storage. */
const storeText = (text: string) => sessionStorage.setItem('bookingAttempts', text);
const storeValues = (...values: unknown[]) => storeText(JSON.stringify(values));

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('a browser that blocks the session storage', () => {
  const error = new DOMException('blocked', 'SecurityError');
  const block = () => {
    throw error;
  };
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', { getItem: block, setItem: block, removeItem: block });
    return () => vi.unstubAllGlobals();
  });

  it('has no attempts, and logs why', () => {
    expect(findAttempt('off_fresh')).toBeUndefined();
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      'could not read the stored booking attempts of this tab',
      error,
    );
  });

  it('does not stop a booking, and logs that a reload will not find it', () => {
    expect(() => storeAttempt(attempt())).not.toThrow();
    expect(() => removeAttempt('key_1')).not.toThrow();
    expect(console.warn).toHaveBeenCalledWith('could not store the booking attempt for a reload', error);
  });
});

describe('session storage with other values', () => {
  it.each(['{', '', 'null', '{"bookingKey":"key_1"}'])('[STATUS-05] has no attempts: %s', (text) => {
    storeText(text);
    expect(findAttempt('off_fresh')).toBeUndefined();
  });

  it.each([
    ['without a list of offer ids', { offerIds: 'off_fresh' }],
    ['without a list of seats', { seats: undefined }],
    ['with a seat that is none', { seats: [null] }],
    ['without a list of bags', { bags: undefined }],
    ['without a key', { bookingKey: undefined }],
    ['with a key that is no text', { bookingKey: 7 }],
    ['with an invalid offer', { offer: {} }],
  ])('[STATUS-05] ignores an attempt %s and keeps the others', (_, change) => {
    storeValues(null, attempt({ bookingKey: 'key_2' }), 7, { ...attempt(), ...change });
    expect(findAttempt('off_fresh')?.bookingKey).toBe('key_2');
  });

  it('[STATUS-05] reads an attempt with other fields missing as one that was sent long ago', () => {
    const { offer, seats, bags, bookingKey } = attempt();
    storeValues({ offer, seats, bags, bookingKey, offerIds: [7, 'off_fresh', null] });
    expect(findAttempt('off_fresh')).toEqual({
      offer,
      seats,
      bags,
      bookingKey,
      offerIds: ['off_fresh'],
      travellers: [],
      contact: { email: '', phone: '' },
      sentAt: 0,
    });
  });

  it('[STATUS-05] reads an id that is no text as none, and a time that is no number as long ago', () => {
    storeValues({ ...attempt(), bookingId: 7, sentAt: 'now' });
    expect(findAttempt('off_fresh')).toEqual(attempt({ bookingId: undefined, sentAt: 0 }));
  });
});

describe('a stored attempt', () => {
  it('[STATUS-05] is found by each of its offer ids, and not by another', () => {
    storeAttempt(attempt());
    for (const id of ['off_cached', 'off_fresh']) expect(findAttempt(id)).toEqual(attempt());
    expect(findAttempt('off_other')).toBeUndefined();
  });

  it('replaces the earlier state of the same attempt', () => {
    storeAttempt(attempt({ bookingId: undefined }));
    storeAttempt(attempt());
    removeAttempt('key_1');
    expect(findAttempt('off_fresh')).toBeUndefined();
  });

  it('[STATUS-05] is found before an older one for the same offer', () => {
    storeAttempt(attempt());
    storeAttempt(attempt({ bookingKey: 'key_2' }));
    expect(findAttempt('off_fresh')?.bookingKey).toBe('key_2');
    removeAttempt('key_2');
    expect(findAttempt('off_fresh')?.bookingKey).toBe('key_1');
  });

  it('leaves nothing in the storage after its outcome, and a new tab logs nothing', () => {
    expect(findAttempt('off_fresh')).toBeUndefined();
    storeAttempt(attempt());
    removeAttempt('key_1');
    expect({ ...sessionStorage }).toEqual({});
    expect(console.warn).not.toHaveBeenCalled();
  });
});
