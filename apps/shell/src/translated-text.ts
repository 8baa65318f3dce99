/** The element that a translator has put in the place of a text that React still updates, moves and removes. */
const translations = new WeakMap<Node, ChildNode>();

function findTranslations(records: readonly MutationRecord[]): void {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    // Shows the changed text, which the translator then translates again.
    if (type === 'characterData') translations.get(target)?.replaceWith(target);
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue;
      const translation = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node instanceof HTMLElement && node.localName === 'font',
      );
      if (!translation) continue;
      translations.set(text, translation as HTMLElement);
      observer.observe(text, { characterData: true });
    }
  }
}

const observer = new MutationObserver(findTranslations);

/** What is in the document for a node: itself, or its translation. */
function findShown<Shown extends Node>(parent: Node, node: Shown): Node | undefined {
  if (node.parentNode === parent) return node;
  findTranslations(observer.takeRecords());
  const translation = translations.get(node);
  return translation?.parentNode === parent ? translation : undefined;
}

/** Translators of browsers replace text nodes of React, whose removeChild and insertBefore would then throw. (DOM-01) */
export function keepTranslatedText(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const shown = findShown(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    return insertBefore.call(this, child, before && (findShown(this, before) ?? null)) as Child;
  };
  observer.observe(document, { childList: true, subtree: true });
}
