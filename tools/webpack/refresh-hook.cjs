// Must run before the host's React, because React connects to the refresh runtime only when it is loaded.
require('./refresh-runtime.cjs').injectIntoGlobalHook(window);
