// Rules of this repository for oxlint. A key is a selector of syntax (https://github.com/estools/esquery), a value what is reported there.
const rule = (messages) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [
        selector,
        (node) => context.report({ node, message }),
      ]),
    ),
});

const rules = {
  // LIKE reads % and _ of what a visitor typed as wildcards.
  'like-pattern': rule({
    'CallExpression[arguments.1.value=/like$/i]:not([arguments.2.callee.name=/^like(Exactly|Containing)$/])':
      'Make the pattern with likeExactly or likeContaining of service-kit/db/like-pattern.',
    'TaggedTemplateExpression[tag.name="sql"] TemplateElement[value.raw=/\\bi?like\\s*$/i]':
      'Compare with eb(…, "ilike", likeContaining(…)).',
  }),
  'no-container': rule({
    'CallExpression > MemberExpression.callee[object.name="container"]':
      'Find elements as a visitor does, by role, label or text.',
  }),
};

export default { meta: { name: 'fareline' }, rules };
