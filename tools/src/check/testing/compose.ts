import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { parseCompose } from '../../containers/compose.ts';
import { pinned, selectProblems } from './images.ts';

/** Services of which any number may run. */
const scalable = ['accounts', 'flights', 'payments'];
/** The containers that people on the machine itself open. */
const published = ['edge', 'mail'];

/** Sentences about what a Docker Compose file of the product must not have. */
export function listComposeProblems(text: string): string[] {
  const { services, volumes } = parseCompose(text);
  const nested = /\$\{[^}]*\$\{/.test(text)
    ? ['A variable is the default of another, which podman-compose does not read.']
    : [];
  const ofServices = Object.entries(services).flatMap(([name, service]) => {
    const { image, user, networks, container_name, ports, tmpfs, restart } = service;
    return selectProblems([
      [image !== undefined && !pinned.test(image), 'its image is not pinned by a digest'],
      [image !== undefined && (user === undefined || /^(root|0)\b/.test(user)), 'it runs as root'],
      [user !== undefined && image === undefined, 'the user of its own image is overridden'],
      [!service.read_only, 'its root file system can be written'],
      [!service.cap_drop.includes('ALL'), 'it keeps capabilities'],
      [!service.security_opt.includes('no-new-privileges:true'), 'it can gain privileges'],
      [!tmpfs.every((folder) => /:size=\d+m$/.test(folder)), 'a folder in memory has no limit'],
      [service.mem_limit === undefined, 'its memory has no limit'],
      [restart !== undefined && restart !== 'unless-stopped', 'it is not started again'],
      [container_name !== undefined || networks.length === 0, 'it has a fixed name, so only one can run'],
      [ports.length > 0 && !published.includes(name), 'it is reachable from outside'],
    ]).map((problem) => `${name}: ${problem}.`);
  });
  const tooShort = [...scalable, 'edge']
    .filter((name) => (services[name]?.stop_grace_period ?? 0) <= drainTimeoutMs / 1000)
    .map((name) => `${name}: it is killed while it finishes calls.`);
  const stores = { postgres: '/var/lib/postgresql', 'redis-jobs': '/data' };
  const unkept = Object.entries(stores)
    .filter(([name, path]) => {
      const kept = services[name]?.volumes.map((volume) => volume.split(':')) ?? [];
      return !kept.some(([source = '', target]) => target === path && source in volumes);
    })
    .map(([name]) => `${name}: its data is lost with its container.`);
  return [...nested, ...ofServices, ...tooShort, ...unkept];
}
