// On Debian: apt-get install prometheus prometheus-alertmanager
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

it.each([
  'promtool test rules alerts.test.yaml',
  // The syntax only, because the token is no part of the repository.
  'promtool check config --syntax-only prometheus.yml',
  'amtool check-config alertmanager.yml',
])('the rules of alerts and the settings of their programs pass: %s', (command) => {
  const [program = '', ...args] = command.split(' ');
  const run = () => execFileSync(program, args, { cwd: `${repoRoot}/deploy/prometheus`, stdio: 'pipe' });
  expect(run).not.toThrow();
});
