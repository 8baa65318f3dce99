import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrerenderSwap } from './prerender-swap.ts';

const renderedMarkup = '<a href="/">Home</a><a href="/my-trips">My Trips</a><main>Rendered</main>';
const prerenderedMarkup =
  '<a href="/">Home</a><a href="/my-trips">My Trips</a><main inert>Prerendered</main>';

const setPage = (markup: string) => {
  document.body.innerHTML = `<div id="root">${markup}</div>`;
  return document.getElementById('root')!;
};

describe('prerendered page', () => {
  let root: HTMLElement;
  let swap: () => void;
  beforeEach(() => {
    ({ root, swap } = createPrerenderSwap(setPage(prerenderedMarkup)));
    root.innerHTML = renderedMarkup;
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it('stays visible until the first screen is rendered and is then replaced', () => {
    expect(document.querySelector('main')?.textContent).toBe('Prerendered');
    swap();
    expect(document.querySelector('main')?.textContent).toBe('Rendered');
    expect(document.querySelectorAll('#root')).toHaveLength(1);
    swap();
    expect(document.getElementById('root')).toBe(root);
  });

  it('moves the focus to the same link', () => {
    document.querySelectorAll('a')[1]!.focus();
    swap();
    expect(document.activeElement?.textContent).toBe('My Trips');
    expect(root.contains(document.activeElement)).toBe(true);
  });

  it('sets no focus when nothing was focused', () => {
    swap();
    expect(document.activeElement).toBe(document.body);
  });
});

it('renders into the root element when the page was not prerendered', () => {
  const rootElement = setPage('');
  const { root, swap } = createPrerenderSwap(rootElement);
  expect(root).toBe(rootElement);
  swap();
  expect(rootElement.isConnected).toBe(true);
});
