import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeOver } from './take-over.ts';

const living = '<a href="/">Home</a><a href="/my-trips">My Trips</a><main>Living</main>';
const drawn = '<a href="/">Home</a><a href="/my-trips">My Trips</a><main inert>Drawn</main>';

const page = (markup: string) => {
  document.body.innerHTML = `<div id="root">${markup}</div>`;
  return document.getElementById('root')!;
};

describe('a page that was drawn ahead', () => {
  let root: HTMLElement;
  let show: () => void;
  beforeEach(() => {
    ({ root, show } = takeOver(page(drawn)));
    root.innerHTML = living;
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it('stays in sight until the first screen stands, then gives its place', () => {
    expect(document.querySelector('main')?.textContent).toBe('Drawn');
    show();
    expect(document.querySelector('main')?.textContent).toBe('Living');
    expect(document.querySelectorAll('#root')).toHaveLength(1);
    show();
    expect(document.getElementById('root')).toBe(root);
  });

  it('hands the focus on to the same link', () => {
    document.querySelectorAll('a')[1]!.focus();
    show();
    expect(document.activeElement?.textContent).toBe('My Trips');
    expect(root.contains(document.activeElement)).toBe(true);
  });

  it('takes no focus where nothing had it', () => {
    show();
    expect(document.activeElement).toBe(document.body);
  });
});

it('a page that was not drawn ahead is drawn in its place', () => {
  const place = page('');
  const { root, show } = takeOver(place);
  expect(root).toBe(place);
  show();
  expect(place.isConnected).toBe(true);
});
