import type { Compose, ComposeService } from '../../containers/compose.ts';
import {
  listVariables,
  listWorkloads,
  type Manifest,
  type SecretValues,
} from '../../kubernetes/manifests.ts';
import { selectProblems } from '../images.ts';

/** Settings that a cluster does not have: it has no volume for releases, but their bucket. */
const composeOnly = ['RELEASES_DIR'];
/** What Docker Compose has no service for: services migrate their database when they start, and a volume is not pruned. */
const clusterOnly = ['migrate-accounts', 'migrate-payments', 'prune-releases'];
/** What runs outside of a cluster in production. */
const standIns = ['duffel', 'stripe', 'mail', 'postgres', 'redis-cache', 'redis-jobs'];
/** Settings of the services that say where a stand-in is. */
const standInSettings = ['DUFFEL_BASE_PATH', 'STRIPE_BASE_URL'];

function toImage({ image, build }: ComposeService): string {
  const [[key = '', name = ''] = []] = Object.entries(build?.args ?? {});
  return image ?? `fareline/${key === 'FRONT_END' ? `front-end-${name}` : name}`;
}

const toMegabytes = (memory: string): number =>
  Number.parseInt(memory) * (/^\d+gi?$/i.test(memory) ? 1024 : 1);

/** Without the registry and, for our own images, without the tag. */
const toOwnName = (image: string) =>
  image.replace(/^.*\/(?=fareline\/)/, '').replace(/^(fareline\/[^:]+):.*/, '$1');

/** Sentences about what a cluster runs otherwise than Docker Compose. */
export function listDrift(
  manifests: readonly Manifest[],
  secrets: SecretValues,
  { services }: Compose,
  hasStandIns: boolean,
): string[] {
  const workloads = listWorkloads(manifests);
  const expected = Object.entries(services).filter(([name]) => hasStandIns || !standIns.includes(name));
  const unknown = workloads
    .filter(({ name }) => !clusterOnly.includes(name) && !expected.some(([other]) => other === name))
    .map(({ name }) => `${name} is not in docker-compose.yml.`);
  const problems = expected.flatMap(([name, service]) => {
    const workload = workloads.find((candidate) => candidate.name === name);
    if (!workload) return [`${name}: it does not run in the cluster.`];
    const { container, template } = workload;
    const variables = listVariables(workload, manifests, secrets);
    const names = Object.keys(service.environment).filter(
      (key) => !composeOnly.includes(key) && (hasStandIns || !standInSettings.includes(key)),
    );
    // The others come from .env.
    const fixed = names.filter((key) => !service.environment[key]!.includes('${') && key in variables);
    const command = service.command?.map((word) => word.replaceAll('$$', '$'));
    return [
      ...selectProblems([
        [toOwnName(container.image ?? '') !== toImage(service), 'it has another image'],
        [JSON.stringify(container.command) !== JSON.stringify(command), 'it has another command'],
        [
          service.mem_limit !== undefined &&
            toMegabytes(service.mem_limit) !==
              toMegabytes(String(container.resources?.limits?.memory ?? '0')),
          'it has another limit of memory',
        ],
        [
          service.stop_grace_period !== undefined &&
            service.stop_grace_period !== template.spec?.terminationGracePeriodSeconds,
          'it has another time to stop',
        ],
      ]),
      ...names.filter((key) => !(key in variables)).map((key) => `it lacks ${key}`),
      ...Object.keys(variables)
        .filter((key) => !names.includes(key))
        .map((key) => `only the cluster gives it ${key}`),
      ...fixed
        .filter((key) => key !== 'TRUSTED_PROXIES' && service.environment[key] !== variables[key])
        .map((key) => `it has another ${key}`),
    ].map((problem) => `${name}: ${problem}.`);
  });
  return [...unknown, ...problems];
}
