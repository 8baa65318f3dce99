/** Puts the remote's style sheet into what it exposes, so that no remote has to remember to. */
module.exports = function routesStyles(source) {
  return `import ${JSON.stringify(this.getOptions().stylesheet)};\n${source}`;
};
