import { expect, it } from 'vitest';
import { readLock } from '../lock/lock.ts';
import { createSbom } from './sbom.ts';

const { packages } = readLock('.');

it.each([
  ['services/flights', ['fastify', 'zod', '@duffel/api', 'bullmq'], ['stripe', 'vitest', 'react']],
  ['services/payments', ['fastify', 'stripe', 'pdfkit'], ['unpdf', '@types/pdfkit']],
  ['apps/search-mfe', ['react', 'lucide-react'], ['webpack', '@testing-library/react', 'fastify']],
])('lists what %s installs, and nothing of another part or for development', (folder, names, others) => {
  const { metadata, components } = createSbom(folder, 'c0ffee');
  expect(metadata.component).toMatchObject({ name: folder.split('/').at(-1), version: 'c0ffee' });
  const urls = components.map(({ purl }) => decodeURIComponent(purl ?? ''));
  for (const name of names)
    expect(urls).toContain(`pkg:npm/${name}@${packages[`node_modules/${name}`]!.version}`);
  for (const name of others) expect(urls.join('\n')).not.toContain(`pkg:npm/${name}@`);
  const foreign = components.filter(({ purl = '' }) => !purl.startsWith('pkg:npm/%40fareline/'));
  // The package of this name states no licence.
  const known = foreign.filter(({ name }) => name !== 'png-js');
  expect(known.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  for (const { hashes } of foreign)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
});

it('lists the builds of one processor only, those of the image', () => {
  const list = (cpu: string) =>
    createSbom('services/accounts', 'c0ffee', cpu)
      .components.map(({ name }) => name)
      .filter((name) => name.startsWith('@node-rs/argon2-'));
  expect(list('x64')).toEqual(['@node-rs/argon2-linux-x64-gnu']);
  expect(list('arm64')).toEqual(['@node-rs/argon2-linux-arm64-gnu']);
});
