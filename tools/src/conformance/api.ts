import type { z } from 'zod';

export interface Api {
  /** Base URL without a slash at its end. */
  url: string;
  token: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const TIMEOUT_MS = 60_000;

export async function fetchAnswer(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The text itself is compared then.
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** Makes calls by name, keeps the answers, and returns what a schema reads of one; undefined when it reads nothing. */
export function createProbes<Call, A extends Answer>(send: (call: Call, name: string) => Promise<A>) {
  const answers = new Map<string, A>();
  const ask = async <T>(name: string, call: Call, schema?: z.ZodType<T>): Promise<T | undefined> => {
    const answer = await send(call, name);
    answers.set(name, answer);
    return schema?.safeParse(answer.body).data;
  };
  return { answers, ask };
}

/** A provider's test secret of the environment, undefined without one. Throws for any other: a live one must make no calls here. */
export function readSecret(
  name: string,
  prefix: RegExp,
  env: Record<string, string | undefined>,
): string | undefined {
  const secret = env[name];
  if (!secret) return undefined;
  if (!prefix.test(secret)) throw new Error(`${name} is not of the test mode: it must match ${prefix}.`);
  if (secret.endsWith('_sandbox'))
    throw new Error(`${name} is that of the sandbox: set one of your own account.`);
  return secret;
}
