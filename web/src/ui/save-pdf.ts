import { saveFile } from './save-file';

/** Hands a PDF that came as base64 to the person as a file. */
export function savePdf(base64: string, fileName: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName);
}
