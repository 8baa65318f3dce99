/** Loaded into a service and its threads by `--import`: what is left in memory is what is in use. */
setInterval(() => void globalThis.gc!(), 5_000).unref();
