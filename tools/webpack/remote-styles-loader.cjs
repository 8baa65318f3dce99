/** Fills in whose utilities the shared snippet collects, and from where. */
module.exports = function remoteStyles(source) {
  const query = new URLSearchParams(this.resourceQuery.slice(1));
  const sources = query.getAll('source').map((folder) => `@source '${folder}/**/*.tsx';`);
  return source
    .replace("@source '__SOURCE__';", sources.join('\n'))
    .replaceAll('__SCOPE__', query.get('scope'));
};
