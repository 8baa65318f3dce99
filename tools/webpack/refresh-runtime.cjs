// Shell and remotes must use the same refresh runtime, because it has to register the components of all of them.
globalThis.__FARELINE_REFRESH__ ??= require('react-refresh/runtime.js');
module.exports = globalThis.__FARELINE_REFRESH__;
