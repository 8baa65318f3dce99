import { SiteLink } from '../navigation/site-link.tsx';

interface WithLinkProps {
  children: string;
  /** The words of the sentence that are the link. */
  words: string;
  to: string;
}

/** A sentence of which some words are a link. */
export function WithLink({ children, words, to }: WithLinkProps) {
  const [before, after] = children.split(words);
  return (
    <>
      {before}
      <SiteLink to={to}>{words}</SiteLink>
      {after}
    </>
  );
}
