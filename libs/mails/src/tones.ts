import type { Brand } from '@fareline/contracts';
import { themeVariables } from '@fareline/presentation/theme';
import { createContext, h, type ComponentChildren, type CSSProperties } from 'preact';
import { useContext } from 'preact/hooks';

/** What an element of a mail is, by which it has its colours. */
export type Tone = 'page' | 'header' | 'card' | 'muted' | 'link' | 'button' | 'rule' | 'notice';

type Tones = Record<Tone, CSSProperties>;

function toTones(theme: Brand['theme'], scheme: 'own' | 'dark'): Tones {
  const variables = themeVariables(theme, scheme);
  const colour = (name: string) => variables[`--color-${name}`] as string;
  const line = `1px solid ${colour('line')}`;
  return {
    // Below a dark card nothing is darker than the ground.
    page: { backgroundColor: colour(scheme === 'dark' ? 'background' : 'muted') },
    header: { backgroundColor: colour('header'), color: colour('on-header') },
    card: { backgroundColor: colour('card'), color: colour('text') },
    muted: { color: colour('text-muted') },
    link: { color: colour('primary-ink') },
    button: { backgroundColor: colour('primary'), color: colour('on-primary') },
    rule: { borderTop: line },
    notice: { border: line },
  };
}

const toneContext = createContext<Tones | undefined>(undefined);

/** Gives the elements below it the colours of a brand. (THEME-01) */
export const BrandTones = ({ theme, children }: { theme: Brand['theme']; children: ComponentChildren }) =>
  h(toneContext.Provider, { value: toTones(theme, 'own') }, children);

interface TonedProps {
  as: string;
  tone: Tone;
  style?: CSSProperties;
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

/** An element with colours of its own, for clients that drop style sheets, and a class, for dark screens. */
export function Toned({ as, tone, style, children, ...attributes }: TonedProps) {
  const tones = useContext(toneContext);
  return h(as, { ...attributes, class: tone, style: { ...tones?.[tone], ...style } }, children);
}

/** Rules that give each element readable colours of the brand on a dark screen; without them clients invert colours as they like. */
export function createDarkRules(theme: Brand['theme']): string {
  const toName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const rules = Object.entries(toTones(theme, 'dark')).map(
    ([tone, style]) =>
      `.${tone}{${Object.entries(style)
        .map(([name, value]) => `${toName(name)}:${String(value)} !important`)
        .join(';')}}`,
  );
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
