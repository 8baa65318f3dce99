export { fontStack } from './fonts.ts';
export { hasDarkScheme, themeCss, themeVariables } from './theme-variables.ts';
