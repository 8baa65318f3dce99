import type { AnyEndpoint } from '../endpoint.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../endpoint-types.ts';
import type { ErrorBody } from '../error-body.schema.ts';

/**
 * A non-OK response. `message` is status, colon, body text (status text when the body is empty). (REQUEST-07)
 * `body` is the parsed error body, if the response had one.
 */
export class ResponseError extends Error {
  /** Compares names, because a remote can bundle its own copy of this class and errors cross between the copies. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ResponseError';
  }

  readonly status: number;
  readonly body: ErrorBody | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, text: string, retryAfter?: string | null) {
    super(`${status}: ${text}`);
    this.name = 'ResponseError';
    this.status = status;
    this.body = parseErrorBody(text);
    const seconds = Number(retryAfter);
    this.retryAfterSeconds = retryAfter && Number.isFinite(seconds) ? seconds : undefined;
  }

  /** The code in the error body, if the response had one. */
  get code(): string | undefined {
    return this.body?.error;
  }
}

/** A proxy's HTML page or a truncated body yields undefined. */
function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body = Object(JSON.parse(text)) as Partial<ErrorBody>;
    return typeof body.error === 'string' && typeof body.message === 'string'
      ? (body as ErrorBody)
      : undefined;
  } catch {
    return undefined;
  }
}

export interface CallOptions<E extends AnyEndpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `null`: a 401 returns null instead of throwing. (REQUEST-08) */
  on401?: 'throw' | 'null';
}

/** Fills in path parameters and appends the non-empty query fields. */
export function buildUrl(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

interface ClientDefaults {
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

/** Sends credentials always and a body as JSON. Throws fetch's own error when there is no response. (REQUEST-01, REQUEST-02) */
function send<E extends AnyEndpoint>(
  baseUrl: string,
  defaults: ClientDefaults,
  endpoint: E,
  { params, query, body, headers, signal }: CallOptions<E>,
): Promise<Response> {
  const url =
    baseUrl + buildUrl(endpoint.path, params as Record<string, unknown>, query as Record<string, unknown>);
  return (defaults.fetch ?? fetch)(url, {
    method: endpoint.method,
    credentials: 'include',
    signal: signal ?? null,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...defaults.headers,
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Throws a ResponseError for a non-OK response. */
async function requireSuccess(response: Response, { successStatuses }: AnyEndpoint): Promise<void> {
  if (response.ok || successStatuses?.includes(response.status)) return;
  throw new ResponseError(
    response.status,
    (await response.text()) || response.statusText,
    response.headers.get('retry-after'),
  );
}

/** A function that calls an endpoint and returns its parsed JSON. It throws a ResponseError for a non-OK response. */
export function createClient(baseUrl = '', defaults: ClientDefaults = {}) {
  async function call<E extends AnyEndpoint>(
    endpoint: E,
    options: CallOptions<E> & { on401: 'null' },
  ): Promise<ResponseOf<E> | null>;
  async function call<E extends AnyEndpoint>(endpoint: E, options?: CallOptions<E>): Promise<ResponseOf<E>>;
  async function call<E extends AnyEndpoint>(
    endpoint: E,
    options: CallOptions<E> = {},
  ): Promise<ResponseOf<E> | null> {
    const response = await send(baseUrl, defaults, endpoint, options);
    if (response.status === 401 && options.on401 === 'null') return null;
    await requireSuccess(response, endpoint);
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as ResponseOf<E>;
  }
  return call;
}

/** The browser's client: same origin. */
export const call = createClient();

/** The file that an endpoint returns, with the name that the service gives it. Throws a ResponseError for a non-OK response. */
export async function fetchFile<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): Promise<File> {
  const response = await send('', { headers: { accept: '*/*' } }, endpoint, options);
  await requireSuccess(response, endpoint);
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const content = await response.blob();
  return new File([content], name, { type: content.type });
}

/** Default query function: a GET to the first element of the query key. (REQUEST-03) */
export async function readQueryKey({
  queryKey,
  signal,
}: {
  queryKey: readonly unknown[];
  signal?: AbortSignal;
}): Promise<unknown> {
  const path = String(queryKey[0]) as `/api/${string}`;
  return call({ method: 'GET', path }, { signal });
}
