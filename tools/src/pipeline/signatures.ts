import { spawnSync } from 'node:child_process';
import { repoRoot } from '../local/paths.ts';

interface Package {
  name: string;
  version: string;
}
/** What `npm audit signatures --json` prints. */
interface Report {
  invalid?: Package[];
  missing?: Package[];
  error?: { code?: string | null; summary: string };
}

/** Of Node and npm for a host that does not answer, or that answers with its own failure. */
const unreachable =
  /^(E5\d\d|E429|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|E(RR_SOCKET_)?TIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/;
/** The registry has no keys, as a mirror has none. */
const keyless = /from a supported registry$/;

/** What a report means, as a sentence, and whether the packages may be used. */
export function judge({ invalid, missing, error }: Report): { isAccepted: boolean; sentence: string } {
  if (error && (unreachable.test(error.code ?? '') || keyless.test(error.summary)))
    return { isAccepted: true, sentence: `The signatures of packages were NOT verified: ${error.summary}` };
  if (!invalid || !missing)
    return { isAccepted: false, sentence: `npm audit signatures failed: ${error?.summary ?? 'no report'}` };
  const list = (state: string, packages: Package[]) =>
    packages.map(({ name, version }) => `${name}@${version}: ${state} signature`);
  const problems = [...list('invalid', invalid), ...list('missing', missing)];
  if (problems.length > 0) return { isAccepted: false, sentence: problems.join('\n') };
  return { isAccepted: true, sentence: 'The signatures of all packages are valid.' };
}

if (import.meta.main) {
  // A host that does not answer is given up after a minute, not after five.
  const args = ['audit', 'signatures', '--json', '--fetch-retries=1', '--fetch-timeout=30000'];
  const { stdout } = spawnSync('npm', args, { cwd: repoRoot, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { isAccepted, sentence } = judge(JSON.parse(stdout || '{}') as Report);
  process.stdout.write(`${sentence}\n`);
  process.exitCode = isAccepted ? 0 : 1;
}
