export { contrast, luminance, parseHex, textOn } from './colour.ts';
export { fontStack } from './fonts.ts';
export { semanticColours, themeCss, themeVariables, unreadablePairs } from './theme-variables.ts';
export type { Theme, UnreadablePair } from './theme-variables.ts';
