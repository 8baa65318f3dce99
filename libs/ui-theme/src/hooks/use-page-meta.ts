import { useEffect } from 'react';

export interface PageMeta {
  title: string;
  description?: string;
  keywords?: string;
  /** A path on this site or an absolute URL. */
  canonical?: string;
  /** Title and description for social sharing. */
  social?: { title: string; description: string };
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

/** Sets title and descriptions of a page while it is mounted and restores the brand's values afterwards. (HOME-12, HOME-13) */
export function usePageMeta({ title, description, keywords, canonical, social }: PageMeta): void {
  const socialTitle = social?.title;
  const socialDescription = social?.description;
  useEffect(() => {
    const previousTitle = document.title;
    document.title = title;
    const undo = [
      description && setTag('meta', 'name', 'description', 'content', description),
      keywords && setTag('meta', 'name', 'keywords', 'content', keywords),
      canonical &&
        setTag(
          'link',
          'rel',
          'canonical',
          'href',
          canonical.startsWith('/') ? window.location.origin + canonical : canonical,
        ),
      socialTitle && setTag('meta', 'property', 'og:title', 'content', socialTitle),
      socialDescription && setTag('meta', 'property', 'og:description', 'content', socialDescription),
    ];
    return () => {
      document.title = previousTitle;
      for (const step of undo) if (step) step();
    };
  }, [title, description, keywords, canonical, socialTitle, socialDescription]);
}
