import { isString, readStored, writeStored } from '@fareline/contracts/client';
import { useState } from 'react';

/** The state of a text that this tab keeps, until it is empty, when its dialog is closed or the page is loaded again. */
export function useKeptText(name: string) {
  const key = `text ${name}`;
  const [text, setText] = useState(() => {
    const stored = readStored(key, 'a text');
    return isString(stored) ? stored : '';
  });
  const keep = (next: string) => {
    setText(next);
    writeStored(key, next || undefined, 'a text');
  };
  return [text, keep] as const;
}
