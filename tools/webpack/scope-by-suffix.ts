import type { PluginCreator } from 'postcss';

/** Scope, class (with what Tailwind escapes in it), and what follows: states, pseudo-elements. */
const inScope = /^:where\((\[data-mfe=[^\]]+\])\) (\.(?:\\[\da-f]{1,6}\s?|\\.|[\w-])+)(.*)$/is;

/**
 * A remote's utilities reach only what is inside its root element. This makes them reach the root element too, at the
 * same specificity, and says whom they reach once a rule and in words that are always the same: they compress to nothing.
 */
export const scopeBySuffix: PluginCreator<void> = () => ({
  postcssPlugin: 'scope-by-suffix',
  OnceExit(root) {
    root.walkRules(inScope, (rule) => {
      rule.selectors = rule.selectors.map((selector) =>
        selector.replace(
          inScope,
          (_, scope: string, name: string, rest: string) => `${name}:where(${scope},${scope} *)${rest}`,
        ),
      );
    });
  },
});
scopeBySuffix.postcss = true;
