export { themeCss, themeVariables } from './theme-variables.ts';
