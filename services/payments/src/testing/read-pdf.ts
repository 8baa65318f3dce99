import { extractText, getDocumentProxy } from 'unpdf';

interface StructureNode {
  role?: string;
  children?: StructureNode[];
}

const listRoles = ({ role, children = [] }: StructureNode): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(listRoles),
];

/** What a reader and a screen reader find in a PDF. */
export async function readPdf(content: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  const { info } = await document.getMetadata();
  const roles: string[] = [];
  for (let number = 1; number <= totalPages; number += 1) {
    const tree = (await (await document.getPage(number)).getStructTree()) as StructureNode | null;
    roles.push(...(tree ? listRoles(tree) : []));
  }
  const { Title: title, Language: language } = info as Record<string, string | undefined>;
  return {
    ...{ title, language, roles },
    pages: totalPages,
    markInfo: await document.getMarkInfo(),
    // A line that was broken reads on.
    text: text.replaceAll(/\s+/g, ' '),
  };
}
