import type { Brand, ReleaseTable, RemoteManifest } from '@fareline/contracts';

/** What the page server puts into the HTML, validated there. */
export interface PageData {
  brand: Brand;
  releases: ReleaseTable;
  /** What the remote of this page says of itself, by its address, so that it is not fetched before the first screen. */
  manifests: Record<string, RemoteManifest>;
}

export function readPageData(): PageData {
  const element = document.getElementById('page-data');
  if (!element?.textContent) throw new Error('The page came without its data.');
  return JSON.parse(element.textContent) as PageData;
}
