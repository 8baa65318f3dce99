import { join } from 'node:path';
import { expect } from 'vitest';
import { repoRoot } from '../../local/paths.ts';

export const services = ['accounts', 'edge', 'flights', 'payments'] as const;
export type Service = (typeof services)[number];
export type Env = Record<string, string | undefined>;

const importConfig = (service: Service) =>
  import(join(repoRoot, `services/${service}/src/config.ts`)) as Promise<{
    readConfig: (env: Env) => unknown;
  }>;

/** The settings without which the service does not start. */
export async function listRequiredSettings(service: Service): Promise<string[]> {
  const { readConfig } = await importConfig(service);
  try {
    readConfig({});
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(\w+) is missing/gm)].map(([, name]) => name!);
  }
  throw new Error(`${service} starts without settings`);
}

/** The settings that the configuration of a service reads: the variables that it requests of its environment. */
export async function listSettings(service: Service): Promise<Set<string>> {
  const { readConfig } = await importConfig(service);
  const names = new Set<string>();
  const env = new Proxy<Env>({}, { get: (_env, name) => void names.add(String(name)) });
  expect(() => readConfig(env)).toThrow('Cannot start with these settings');
  return names;
}
