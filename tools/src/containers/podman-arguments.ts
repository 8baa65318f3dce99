import { resolve } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { interpolate, type ComposeService } from './compose.ts';

interface Container {
  /** Name of the service, under which others find it. */
  service: string;
  name: string;
  image: string;
  /** Begins the names of networks and volumes. */
  project: string;
  env: Record<string, string | undefined>;
}

/** A path of this repository, or the name of a volume. */
function toVolume(volume: string, project: string): string {
  const [source = '', ...rest] = volume.split(':');
  return [source.startsWith('.') ? resolve(repoRoot, source) : `${project}-${source}`, ...rest].join(':');
}

/** The arguments of `podman run` that give a container the settings of its service in docker-compose.yml, besides its ports. */
export function toRunArguments(settings: ComposeService, container: Container): string[] {
  const { service, name, image, project, env } = container;
  const repeat = (option: string, values: readonly string[]) => values.flatMap((value) => [option, value]);
  const fill = (text: string) => interpolate(text, env);
  return [
    ...['--name', name],
    ...repeat(
      '--network',
      settings.networks.map((network) => `${project}-${network}:alias=${service}`),
    ),
    ...repeat(
      '--env',
      Object.entries(settings.environment).map(([key, value]) => `${key}=${fill(value)}`),
    ),
    ...repeat(
      '--volume',
      settings.volumes.map((volume) => toVolume(volume, project)),
    ),
    // With a mode, as the owner of the folder would be root.
    ...repeat(
      '--tmpfs',
      settings.tmpfs.map((tmpfs) => `${tmpfs},mode=1777`),
    ),
    ...repeat('--cap-drop', settings.cap_drop),
    ...repeat(
      '--security-opt',
      settings.security_opt.map((option) => option.replace(/:true$/, '')),
    ),
    ...(settings.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(settings.init ? ['--init'] : []),
    ...(settings.user ? ['--user', settings.user] : []),
    ...(settings.mem_limit ? ['--memory', settings.mem_limit] : []),
    ...(settings.stop_grace_period ? ['--stop-timeout', String(settings.stop_grace_period)] : []),
    ...(settings.healthcheck
      ? ['--health-cmd', JSON.stringify(settings.healthcheck.test.map((word) => fill(word)))]
      : []),
    image,
    ...(settings.command ?? []).map((word) => fill(word)),
  ];
}
