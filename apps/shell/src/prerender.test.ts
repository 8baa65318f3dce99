import { defaultBrand } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { categories } from './faq/questions.ts';
import { renderFrame, renderScreen } from './prerender.tsx';
import routes from './routes.ts';

// Prerendering runs in Node, without `window`.
beforeEach(() => void vi.stubGlobal('window', undefined));
afterEach(() => void vi.unstubAllGlobals());

const brand = { ...defaultBrand, name: 'Sky Deals' };

it('[CARE-06] renders each information page for its brand, with frame, heading and text', async () => {
  for (const { path } of routes) {
    const content = await renderScreen({ brand, path });
    const page = await renderFrame({ brand, path, content: content! });
    expect(page, path).toContain('Sky Deals');
    expect(page, path).not.toContain(' style="');
    expect(page.match(/<h1/g), path).toHaveLength(1);
    expect(content!.replace(/<[^>]+>/g, ' ').length, path).toBeGreaterThan(900);
  }
});

it('[CARE-06] renders all questions with their answers, not only the topic that is open', async () => {
  const content = await renderScreen({ brand, path: '/faq' });
  const [, text] = /<noscript>(.*)<\/noscript>/s.exec(content!)!;
  for (const { questions } of categories)
    for (const { question } of questions)
      expect(text).toContain(`<h3>${question.replaceAll("'", '&#x27;')}</h3>`);
});

it('returns undefined for a path that is no information page', async () => {
  expect(await renderScreen({ brand, path: '/search' })).toBeUndefined();
});
