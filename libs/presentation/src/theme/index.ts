export { fontStack } from './fonts.ts';
export { themeCss, themeVariables } from './theme-variables.ts';
