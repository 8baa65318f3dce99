import type { Answer } from './shape.ts';

export interface Api {
  /** Base URL without a slash at its end. */
  url: string;
  token: string;
}

export interface Call {
  method?: 'GET' | 'POST';
  path: string;
  data?: unknown;
  headers?: Record<string, string>;
}

/** Answers by the name of their call, in the order of the calls. */
export type Answers = Map<string, Answer>;

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

/** Makes a call of Duffel's API. */
export const send = ({ url, token }: Api, { method = 'GET', path, data, headers }: Call): Promise<Answer> =>
  fetchAnswer(url + path, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'duffel-version': 'v2',
      ...(data !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  });
