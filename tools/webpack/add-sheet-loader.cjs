/** Puts a style sheet into the modules that need it, so that none of them has to remember to. */
module.exports = function addSheet(source) {
  return `import ${JSON.stringify(this.getOptions().sheet)};\n${source}`;
};
