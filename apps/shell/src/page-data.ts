import type { Brand, ReleaseTable, RemoteEntry } from '@fareline/contracts';

/** What the page server puts into the HTML, validated there. */
export interface PageData {
  brand: Brand;
  releases: ReleaseTable;
  /** By the address of the manifest that says the same, so that none is fetched before the first screen. */
  entries: Record<string, RemoteEntry>;
}

export function readPageData(): PageData {
  const element = document.getElementById('page-data');
  if (!element?.textContent) throw new Error('The page came without its data.');
  return JSON.parse(element.textContent) as PageData;
}
