import { expect, it } from 'vitest';
import { findRefused } from './service-packages.ts';

it('says by which way a service gets what no service needs, and leaves out what is not installed with it', () => {
  const packages = {
    'services/a': { dependencies: { '@fareline/kit': '*', mailer: '1' } },
    'services/b': { dependencies: { mailer: '1' }, devDependencies: { react: '1' } },
    'services/c': { dependencies: { view: 'npm:react@1' } },
    'node_modules/view': { name: 'react' },
    'node_modules/@fareline/kit': { link: true, resolved: 'libs/kit' },
    'libs/kit': { dependencies: { list: '2' }, devDependencies: { prettier: '1' } },
    'libs/kit/node_modules/list': {
      dependencies: { list: '2' },
      peerDependencies: { react: '1', 'date-fns': '1' },
      peerDependenciesMeta: { 'date-fns': { optional: true } },
    },
    'node_modules/list': { dependencies: { '@radix-ui/list': '1' } },
    'node_modules/mailer': { optionalDependencies: { 'lucide-react': '1', absent: '1' } },
    'node_modules/react': { dependencies: { 'react-dom': '1' } },
    ...Object.fromEntries(
      ['react-dom', 'date-fns', 'prettier', 'lucide-react', '@radix-ui/list'].map((name) => [
        `node_modules/${name}`,
        {},
      ]),
    ),
  };
  expect(findRefused(packages, 'services/a').sort()).toEqual([
    'services/a > @fareline/kit > list > react',
    'services/a > mailer > lucide-react',
  ]);
  expect(findRefused(packages, 'services/c')).toEqual(['services/c > view']);
  expect(findRefused(packages, 'services/b')).toEqual(['services/b > mailer > lucide-react']);
});
