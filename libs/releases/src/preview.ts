import type { KeyObject } from 'node:crypto';
import { createSignature, isSigned, type ReleaseKeys } from './signature.ts';

/** The permission to see a version that is not current, until a time (ms since 1970). */
export interface Preview {
  name: string;
  version: string;
  until: number;
}

/** No link is valid for longer, so that a lost one ends. */
export const maxPreviewDays = 30;

/** The edge's URL of preview links, with a token as parameter. */
export const previewPath = '/releases/preview';

const toPayload = ({ name, version, until }: Preview): string => `preview ${name} ${version} ${until}`;

/** The permission as one word, signed by the team: value of the link's parameter and of the cookie. */
export const createPreviewToken = (preview: Preview, key: KeyObject): string =>
  [preview.name, preview.version, preview.until, createSignature(toPayload(preview), key)].join('.');

/** The permission in a token; undefined unless a key that may release the front end has signed it and it ends within `maxPreviewDays`. */
export function readPreviewToken(token: string, keys: ReleaseKeys, now = Date.now()): Preview | undefined {
  const [, name, version, time, signature] =
    /^([a-z-]{1,40})\.([\w-]{1,60})\.(\d{1,15})\.([\w-]{80,100})$/.exec(token) ?? [];
  if (!name || !version || !time || !signature) return undefined;
  const preview = { name, version, until: Number(time) };
  const isInTime = preview.until > now && preview.until <= now + maxPreviewDays * 24 * 3600_000;
  return isInTime && isSigned(toPayload(preview), signature, name, keys) ? preview : undefined;
}
