// One refresh runtime for shell and remotes: each brings its own copy, and only one can know all components.
globalThis.__FARELINE_REFRESH__ ??= require('react-refresh/runtime.js');
module.exports = globalThis.__FARELINE_REFRESH__;
