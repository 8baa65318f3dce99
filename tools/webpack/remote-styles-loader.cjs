/** Fills in whose utilities the shared snippet collects. */
module.exports = function remoteStyles(source) {
  const query = new URLSearchParams(this.resourceQuery.slice(1));
  return source.replaceAll('__NAME__', query.get('name')).replaceAll('__SOURCES__', query.get('sources'));
};
