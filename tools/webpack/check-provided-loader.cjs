const statement = /import\s+(?!type\b)([^'";]*?)\s+from\s+['"]([^'"]+)['"]/g;

/** Fails the build of a remote that imports what the shell does not provide: at run time it would be undefined. */
module.exports = function checkProvided(source) {
  const { names } = this.getOptions();
  for (const [, clause, module] of source.matchAll(statement)) {
    const provided = names[module];
    if (!provided) continue;
    const braces = /\{([^}]*)\}/s.exec(clause);
    const asked = (braces ? braces[1].split(',') : [clause])
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0]);
    const missing = asked.filter((name) => !provided.includes(name));
    if (missing.length > 0) {
      this.emitError(
        new Error(
          `The shell provides no ${missing.join(', ')} of "${module}": see tools/webpack/provided.ts.`,
        ),
      );
    }
  }
  return source;
};
