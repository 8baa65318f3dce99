import { startProductForTests } from '@fareline/tools/testing';

/** One product for the whole run; Playwright calls what this returns when the run is over. */
export default startProductForTests;
