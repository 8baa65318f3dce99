import { z } from 'zod';
import { parse } from 'yaml';

const texts = z.array(z.string());

/** `30s`, as a number. */
const seconds = z
  .string()
  .regex(/^\d+s$/)
  .transform((period) => Number.parseInt(period));

// Strict, so that a setting that the containers would not get is noticed.
const serviceSchema = z.strictObject({
  image: z.string().optional(),
  build: z.object({ dockerfile: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  command: texts.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  user: z.string().optional(),
  init: z.boolean().default(false),
  /** Jobs have none. */
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  cap_drop: texts.default([]),
  security_opt: texts.default([]),
  tmpfs: texts.default([]),
  mem_limit: z.string().optional(),
  stop_grace_period: seconds.optional(),
  healthcheck: z.object({ test: texts }).optional(),
  ports: texts.default([]),
  volumes: texts.default([]),
  networks: texts.default(['default']),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  container_name: z.string().optional(),
});

const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(
    z.string(),
    z
      .object({
        ipam: z.object({ config: z.array(z.object({ subnet: z.string(), gateway: z.string() })).length(1) }),
      })
      .nullable(),
  ),
});

export type ComposeService = z.infer<typeof serviceSchema>;
export type Compose = z.infer<typeof composeSchema>;

/** Reads the part of Docker Compose's format that docker-compose.yml uses. Throws for another shape of it. */
export const parseCompose = (text: string): Compose => composeSchema.parse(parse(text, { merge: true }));

const variable = /\$(?:\$|\{(\w+)(?:(:?[-?])([^}]*))?\})/g;

/** Replaces `${NAME}`, `${NAME:-default}`, `${NAME-default}` and `${NAME:?message}`. Throws the message when a variable is missing. */
export function interpolate(text: string, env: Record<string, string | undefined>): string {
  return text.replaceAll(variable, (_whole, name?: string, operator = '', rest = '') => {
    if (name === undefined) return '$';
    const value = operator.startsWith(':') ? env[name] || undefined : env[name];
    if (value === undefined && operator.endsWith('?')) throw new Error(`${name}: ${rest}`);
    return value ?? (operator ? rest : '');
  });
}

/** The names of all services, each after those that it depends on. */
export function sortByDependency({ services }: Pick<Compose, 'services'>): string[] {
  const sorted = new Set<string>();
  const add = (name: string) => {
    for (const dependency of Object.keys(services[name]!.depends_on)) add(dependency);
    sorted.add(name);
  };
  for (const name of Object.keys(services)) add(name);
  return [...sorted];
}
