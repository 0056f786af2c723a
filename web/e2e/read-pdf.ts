/** What a PDF says, as another program reads it: unpdf, which carries Mozilla's pdf.js. */
import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';

export async function pdfText(path: string): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(readFileSync(path)));
  const { text } = await extractText(document, { mergePages: true });
  // Where a line ends is the layout's business.
  return text.replace(/\s+/g, ' ');
}
