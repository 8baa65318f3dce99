import { z } from 'zod';
import { ConfigError, urlSetting } from '@fareline/service-kit/config';
import { createFolderStorage } from './folder-storage.ts';
import type { ReleaseStorage } from './storage.ts';

/** Settings of where releases are kept. */
export const releaseStorageShape = {
  /** The folder with the releases, unless they are in a bucket. */
  RELEASES_DIR: z.string().min(1).optional(),
  /** A bucket of Amazon S3, or of a provider with the same protocol at RELEASES_ENDPOINT. */
  RELEASES_BUCKET: z.string().min(3).optional(),
  RELEASES_ENDPOINT: urlSetting.optional(),
  RELEASES_REGION: z.string().min(1).default('us-east-1'),
  /** Without a key the role of the machine or the pod is used. */
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
};
export type ReleaseStorageConfig = z.output<z.ZodObject<typeof releaseStorageShape>>;

/** The storage that the settings name; undefined when they name none. */
export async function connectReleaseStorage(
  config: ReleaseStorageConfig,
): Promise<ReleaseStorage | undefined> {
  const { RELEASES_BUCKET: bucket, RELEASES_DIR: folder } = config;
  if (!bucket) return folder ? createFolderStorage(folder) : undefined;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!accessKeyId !== !secretAccessKey)
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set together, or neither is.');
  // A folder needs none of the code for S3.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage({
    bucket,
    endpoint: config.RELEASES_ENDPOINT,
    region: config.RELEASES_REGION,
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: {
          ...{ accessKeyId, secretAccessKey },
          ...(config.AWS_SESSION_TOKEN && { sessionToken: config.AWS_SESSION_TOKEN }),
        },
      }),
  });
}
