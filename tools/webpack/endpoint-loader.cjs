const { pathToFileURL } = require('node:url');

/** Of an endpoint the browser's client reads where it is; what it takes and answers is the service's to check. */
const addressOf = ({ method, path, successStatuses }) => ({ method, path, successStatuses });

/** Leaves the schemas of an endpoint behind: the types are gone by then, and a validation library would travel for nothing. */
module.exports = async function endpointAddresses() {
  // Another query for every build, or a changed file would be remembered as it was.
  const module = await import(`${pathToFileURL(this.resourcePath).href}?build=${Date.now()}`);
  return Object.entries(module)
    .map(([name, value]) => {
      const kept = typeof value === 'string' ? value : addressOf(value);
      return `export const ${name} = ${JSON.stringify(kept)};`;
    })
    .join('\n');
};
