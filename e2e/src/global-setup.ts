import { startProductForTests } from '@fareline/tools/testing';

/** Starts one product for all tests; Playwright calls the returned function after the last one. */
export default startProductForTests;
