import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import { renderFrame } from './prerender.tsx';

it('renders links as usable and controls as inert', async () => {
  const content =
    '<form class="search"><input/><a href="/faq">Help</a></form><a href="tel:1">Call</a><button>Down</button><formula></formula>';
  document.body.innerHTML = await renderFrame({ brand: defaultBrand, path: '/', content });
  const isInert = (selector: string) =>
    document.querySelector(`#content ${selector}`)!.closest('[inert]') !== null;
  expect(['form.search', 'input', 'button', 'formula', 'a[href^="tel:"]'].map(isInert)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
