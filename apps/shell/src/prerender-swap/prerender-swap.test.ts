import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrerenderSwap } from './prerender-swap.ts';

const renderedMarkup = '<a href="/">Home</a><a href="/my-trips">My Trips</a><main>Living</main>';
const prerenderedMarkup = '<a href="/">Home</a><a href="/my-trips">My Trips</a><main inert>Drawn</main>';

const setPage = (markup: string) => {
  document.body.innerHTML = `<div id="root">${markup}</div>`;
  return document.getElementById('root')!;
};

describe('a page that was drawn ahead', () => {
  let root: HTMLElement;
  let show: () => void;
  beforeEach(() => {
    ({ root, show } = createPrerenderSwap(setPage(prerenderedMarkup)));
    root.innerHTML = renderedMarkup;
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
  const place = setPage('');
  const { root, show } = createPrerenderSwap(place);
  expect(root).toBe(place);
  show();
  expect(place.isConnected).toBe(true);
});
