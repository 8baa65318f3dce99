import {
  isReadableFormat,
  type PublicBrand,
  type ReleaseTable,
  type RemoteManifest,
} from '@fareline/contracts';

/** The data that the edge inserts into the HTML; the edge validates it. */
export interface PageData {
  format?: number;
  brand: PublicBrand;
  releases: ReleaseTable;
  /** The manifest of the page's remote, by URL path; saves a request before the first screen. */
  manifests: Record<string, RemoteManifest>;
  /** Hashes of the shell's files by name. */
  integrity: Record<string, string>;
  /** Groups of paths whose pages have a policy of their own, so that a link into or out of one loads the document. */
  documentGroups: string[][];
}

export function readPageData(): PageData {
  const element = document.getElementById('page-data');
  if (!element?.textContent) throw new Error('The page contains no page data.');
  const data = JSON.parse(element.textContent) as PageData;
  if (!isReadableFormat(data.format)) throw new Error('The page data is of another version.');
  return data;
}
