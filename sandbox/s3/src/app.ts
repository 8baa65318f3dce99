import {
  addControlRoutes,
  applyFault,
  CallLedger,
  Clock,
  createClosingSignal,
  FaultInput,
  Faults,
  recordCalls,
  refuseForeignHosts,
  Store,
} from '@fareline/sandbox-kit';
import Fastify, { type FastifyRequest } from 'fastify';

import { createBuckets, S3Error, type Buckets } from './buckets.ts';
import { formatDeleted, formatError, formatList, parseKeys } from './xml.ts';

/** The largest page of a list, and the most keys that one call deletes. */
const maxKeys = 1000;

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

type Query = Record<string, string | undefined>;

/** Every call is signed; which key signed it is not checked. */
function assertSigned({ headers }: FastifyRequest): void {
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential='))
    throw new S3Error(403, 'AccessDenied', 'Access Denied');
}

function list(buckets: Buckets, bucket: string, query: Query): Answer {
  const { prefix = '', 'continuation-token': after = '' } = query;
  const start = Buffer.from(after, 'base64url').toString();
  const { objects, isTruncated } = buckets.list(bucket, prefix, start, maxKeys);
  const last = objects.at(-1)?.key ?? '';
  const token = isTruncated ? Buffer.from(last).toString('base64url') : undefined;
  return { status: 200, body: formatList(bucket, { prefix, max: maxKeys, token }, objects) };
}

function removeAll(buckets: Buckets, bucket: string, xml: string): Answer {
  const keys = parseKeys(xml);
  if (keys.length === 0 || keys.length > maxKeys)
    throw new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed');
  for (const key of keys) buckets.remove(bucket, key);
  return { status: 200, body: formatDeleted() };
}

function put(buckets: Buckets, bucket: string, key: string, { headers, body }: FastifyRequest): Answer {
  const { etag } = buckets.put(bucket, key, (body as Buffer | undefined) ?? Buffer.alloc(0), {
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
  });
  return { status: 200, headers: { etag } };
}

function read(buckets: Buckets, bucket: string, key: string): Answer {
  const { body, etag, modifiedAt } = buckets.get(bucket, key);
  const headers = { etag, 'last-modified': modifiedAt.toUTCString(), 'content-type': 'binary/octet-stream' };
  return { status: 200, headers, body };
}

/** The call of a request; throws an S3Error for what S3 refuses and what this server does not have. */
function execute(buckets: Buckets, request: FastifyRequest): Answer {
  assertSigned(request);
  const { bucket = '', '*': key = '' } = request.params as { bucket?: string; '*'?: string };
  const query = request.query as Query;
  const isOfBucket = key === '';
  if (isOfBucket && request.method === 'GET') return list(buckets, bucket, query);
  if (isOfBucket && request.method === 'POST' && 'delete' in query)
    return removeAll(buckets, bucket, String(request.body));
  if (!isOfBucket && request.method === 'PUT') return put(buckets, bucket, key, request);
  if (!isOfBucket && ['GET', 'HEAD'].includes(request.method)) return read(buckets, bucket, key);
  throw new S3Error(501, 'NotImplemented', 'This server has only the calls that the releases need.');
}

/** Starts a server that speaks as much of S3 as the releases need, with its objects in memory. */
export async function startS3Sandbox({ port = 0, host = '127.0.0.1' } = {}): Promise<{
  url: string;
  close(): Promise<void>;
}> {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 50 * 1024 * 1024, exposeHeadRoutes: false });
  refuseForeignHosts(app);
  const buckets = createBuckets();
  const store = new Store();
  const deps = {
    ...{ store, clock: new Clock(store), ledger: new CallLedger(), faults: new Faults() },
    faultInput: FaultInput,
  };
  const closing = createClosingSignal(app);
  addControlRoutes(app, { ...deps, listRecords: () => ({}), reset: buckets.clear });
  void app.register(async (s3) => {
    recordCalls(s3, deps);
    s3.removeAllContentTypeParsers();
    s3.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    s3.route({
      method: ['GET', 'HEAD', 'PUT', 'POST'],
      url: '/:bucket/*',
      async handler(request, reply) {
        const answer = (): Answer => {
          try {
            return execute(buckets, request);
          } catch (error) {
            if (!(error instanceof S3Error)) throw error;
            return { status: error.status, body: formatError(error, request.url) };
          }
        };
        const send = ({ status, headers, body }: Answer) =>
          void reply
            .code(status)
            .headers({ ...(typeof body === 'string' && { 'content-type': 'application/xml' }), ...headers })
            .send(body);
        const fault = deps.faults.take(request);
        const failed = new S3Error(
          fault?.status ?? 500,
          'InternalError',
          'We encountered an internal error.',
        );
        const buildResponse = (): Answer => ({
          status: failed.status,
          body: formatError(failed, request.url),
        });
        if (fault) await applyFault(fault, { reply, closing, execute: answer, buildResponse, send });
        else send(answer());
        return reply;
      },
    });
  });
  return { url: await app.listen({ port, host }), close: () => app.close() };
}
