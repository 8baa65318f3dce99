import { render, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepTranslatedText } from './translated-text.ts';

/** Replaces the text nodes of an element as the translators of browsers do, and waits until observers know. */
async function translate(element: Element): Promise<void> {
  const observed = new Promise((resolve) => {
    new MutationObserver(resolve).observe(element, { childList: true });
  });
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement('font');
    font.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
  await observed;
}

function Sentence({ count, note }: { count: number; note?: string }) {
  return (
    <p>
      {note && <b>{note}</b>}
      {count > 1 && 'more than one: '}
      {count} flights
    </p>
  );
}

const { removeChild, insertBefore } = Node.prototype;
beforeAll(keepTranslatedText);
afterAll(() => void Object.assign(Node.prototype, { removeChild, insertBefore }));

describe('[DOM-01] a translated text', () => {
  const show = async (props: { count: number; note?: string }) => {
    const { rerender } = render(<Sentence {...props} />);
    const sentence = screen.getByRole('paragraph');
    await translate(sentence);
    return { sentence, rerender };
  };

  it('is removed with the text that React removes', async () => {
    const { sentence, rerender } = await show({ count: 2 });
    expect(sentence.textContent).toBe('MORE THAN ONE: 2 FLIGHTS');
    rerender(<Sentence count={1} />);
    expect(sentence.textContent).not.toContain('MORE');
  });

  it('keeps its place after what React inserts before it', async () => {
    const { sentence, rerender } = await show({ count: 2 });
    rerender(<Sentence count={2} note="Note. " />);
    expect(sentence.textContent).toBe('Note. MORE THAN ONE: 2 FLIGHTS');
  });

  it('is replaced by the text that React changes', async () => {
    const { sentence, rerender } = await show({ count: 2 });
    rerender(<Sentence count={3} />);
    await waitFor(() => expect(sentence.textContent).toBe('MORE THAN ONE: 3 FLIGHTS'));
  });
});
