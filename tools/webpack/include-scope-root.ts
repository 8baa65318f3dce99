import type { PluginCreator } from 'postcss';

const inScope = /^(:where\(\[data-mfe=[^\]]+\]\)) (\..+)$/s;

/**
 * A remote's utilities reach only what is inside its root element. This makes them reach the root element too, at the
 * same specificity.
 */
export const includeScopeRoot: PluginCreator<void> = () => ({
  postcssPlugin: 'include-scope-root',
  OnceExit(root) {
    root.walkRules(inScope, (rule) => {
      rule.selectors = rule.selectors.flatMap((selector) => {
        const [, scope = '', rest = ''] = inScope.exec(selector) ?? [];
        return scope ? [`${scope}${rest}`, selector] : [selector];
      });
    });
  },
});
includeScopeRoot.postcss = true;
