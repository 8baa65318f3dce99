import { expect, it } from 'vitest';
import { formatDearest, runParts } from './cost.ts';

const quiet = { failures: [] };

it('runs all parts, also after one that throws, and ends with their cost and the sums', async () => {
  const lines: string[] = [];
  const parts = [
    { name: 'Checks', run: () => Promise.reject(new Error('no disk')) },
    { name: 'Unit', run: () => Promise.resolve({ passed: 12, failed: 0, ...quiet }) },
  ];
  expect(
    await runParts(
      parts,
      (line) => lines.push(line),
      () => '1.5\ta.test.ts\n',
    ),
  ).toBe(false);
  const table = lines.join('\n');
  expect(table).toMatch(
    /Part +wall s +CPU s +passed +failed\n +Checks .* 0 +1\n +Unit .* 12 +0\n +All .* 12 +1\n/,
  );
  expect(table).toContain('a.test.ts');
  expect(table).toMatch(/✗ Checks\n +Error: no disk/);
  expect(lines.at(-1)).toBe('\n12 passed, 1 failed');
});

it('is green when no part failed', async () => {
  const run = () => Promise.resolve({ passed: 1, failed: 0, ...quiet });
  expect(await runParts([{ name: 'Checks', run }], () => undefined)).toBe(true);
});

it('names the ten files that took the most processor time, the dearest first', () => {
  const text = Array.from({ length: 12 }, (_, index) => `${index}.4\tfile-${index}.test.ts\n`).join('');
  const [, , dearest, ...others] = formatDearest(text);
  expect(dearest).toBe('      11  file-11.test.ts');
  expect(others).toHaveLength(9);
});
