// Before the host's React starts: later, its renderer could not be told about changed components.
require('./refresh-runtime.cjs').injectIntoGlobalHook(window);
