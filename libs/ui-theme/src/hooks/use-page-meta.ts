import { useEffect } from 'react';

export interface PageMeta {
  title: string;
  description?: string;
  keywords?: string;
  /** A path on this site or an absolute URL. */
  canonical?: string;
}

const addedAttribute = 'data-page-meta';

function setTag(
  tag: 'meta' | 'link',
  key: string,
  name: string,
  attribute: string,
  value: string,
): () => void {
  const found = document.head.querySelector(`${tag}[${key}="${name}"]`);
  const element = found ?? document.head.appendChild(document.createElement(tag));
  const previous = element.getAttribute(attribute);
  element.setAttribute(key, name);
  element.setAttribute(attribute, value);
  if (!found) element.setAttribute(addedAttribute, '');
  return () => {
    if (element.hasAttribute(addedAttribute)) element.remove();
    else if (previous !== null) element.setAttribute(attribute, previous);
  };
}

const getSiteName = (): string | undefined =>
  document.head.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;

/**
 * Sets title and descriptions of a page, also those for social sharing, while it is mounted; afterwards the title is that of the
 * site again. Without `meta`, which may still be loading, the page keeps what the HTML says. (HOME-12, HOME-13)
 */
export function usePageMeta(meta: PageMeta | undefined): void {
  const { title, description, keywords, canonical } = meta ?? {};
  useEffect(() => {
    if (!title) return;
    const previousTitle = document.title;
    document.title = title;
    const undo = [
      setTag('meta', 'property', 'og:title', 'content', title),
      description && setTag('meta', 'name', 'description', 'content', description),
      description && setTag('meta', 'property', 'og:description', 'content', description),
      keywords && setTag('meta', 'name', 'keywords', 'content', keywords),
      canonical &&
        setTag(
          'link',
          'rel',
          'canonical',
          'href',
          canonical.startsWith('/') ? window.location.origin + canonical : canonical,
        ),
    ];
    return () => {
      document.title = getSiteName() ?? previousTitle;
      for (const step of undo) if (step) step();
    };
  }, [title, description, keywords, canonical]);
}
