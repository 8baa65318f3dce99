import { expect, it } from 'vitest';
import { drawCase, drawTripCase, outcomes, victims } from './cases.ts';

const draw = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => drawCase(from + index));

it('[MONEY-25] draws the same case again for the same seed, and kills somewhere else for others', () => {
  expect(draw(1, 48)).toEqual(draw(1, 48));
  expect(new Set(draw(1, 48).map(({ point }) => point)).size).toBeGreaterThan(20);
});

it.each([1, 49, 953])('[MONEY-25] has each victim with each outcome in 48 seeds from %d on', (from) => {
  const cells = new Set(draw(from, 48).map(({ victim, outcome }) => `${victim} ${outcome}`));
  expect(cells.size).toBe(victims.length * outcomes.length);
});

it('[MONEY-25] has each attempt, each victim and nearly all outcomes in the 8 runs of every test run', () => {
  const cases = draw(1, 8);
  expect(new Set(cases.map(({ attempt }) => attempt)).size).toBe(8);
  expect(new Set(cases.map(({ victim }) => victim)).size).toBe(6);
  expect(new Set(cases.map(({ outcome }) => outcome)).size).toBe(7);
});

it('[MONEY-25] has each victim, outcome and attempt together in 384 seeds', () => {
  const cells = draw(1, 384).map(({ victim, outcome, attempt }) => `${victim} ${outcome} ${attempt}`);
  expect(new Set(cells).size).toBe(384);
});

it('[TRIP-08] has each victim, outcome and attempt together in 288 seeds of trips', () => {
  const cases = Array.from({ length: 288 }, (_, index) => drawTripCase(index + 1));
  const cells = cases.map(({ victim, outcome, attempt }) => `${victim} ${outcome} ${attempt}`);
  expect(new Set(cells).size).toBe(288);
});
