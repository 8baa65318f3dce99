import type { S3Error, StoredObject } from './buckets.ts';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' } as const;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character as keyof typeof entities]);

const unescape = (text: string): string =>
  Object.entries(entities)
    .toReversed()
    .reduce((result, [character, entity]) => result.replaceAll(entity, character), text);

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

export const formatError = ({ code, message }: S3Error, resource: string): string =>
  `${declaration}<Error><Code>${code}</Code><Message>${escape(message)}</Message><Resource>${escape(resource)}</Resource></Error>`;

export function formatList(
  bucket: string,
  { prefix, max, token }: { prefix: string; max: number; token: string | undefined },
  objects: readonly StoredObject[],
): string {
  const contents = objects.map(
    ({ key, body, etag, modifiedAt }) =>
      `<Contents><Key>${escape(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escape(etag)}</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const next = token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  return `${declaration}<ListBucketResult ${namespace}><Name>${escape(bucket)}</Name><Prefix>${escape(prefix)}</Prefix><KeyCount>${objects.length}</KeyCount><MaxKeys>${max}</MaxKeys><IsTruncated>${token !== undefined}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

export const formatDeleted = (): string => `${declaration}<DeleteResult ${namespace}></DeleteResult>`;

/** The keys of a request to delete objects. */
export const parseKeys = (xml: string): string[] =>
  [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescape(key));
